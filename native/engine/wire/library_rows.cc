#include "wire/library_rows.h"

namespace sluice {

LibraryRows::LibraryRows(MYSQL* handle) : result_(mysql_use_result(handle)) {}

unsigned LibraryRows::fields() const { return result_ ? mysql_num_fields(result_.get()) : 0; }

std::optional<RowSource::Row> LibraryRows::next() {
  const MYSQL_ROW values = mysql_fetch_row(result_.get());
  if (values == nullptr) return std::nullopt;
  return Row{{values, fields()}, {mysql_fetch_lengths(result_.get()), fields()}};
}

}  // namespace sluice
