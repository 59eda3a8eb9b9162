#include "wire/library_rows.h"

namespace sluice {

LibraryRows::LibraryRows(MYSQL* handle) : result_(mysql_use_result(handle)) {}

/// Freeing an unbuffered result drops what is left of it too, but not before a proxy's status at its end,
/// which says whether another answer follows, is lost (`mthd_my_skip_result` of libmariadb).
LibraryRows::~LibraryRows() {
  if (!result_) return;
  while (mysql_fetch_row(result_.get()) != nullptr) {
  }
}

unsigned LibraryRows::fields() const { return result_ ? mysql_num_fields(result_.get()) : 0; }

std::optional<RowSource::Row> LibraryRows::next() {
  const MYSQL_ROW values = mysql_fetch_row(result_.get());
  if (values == nullptr) return std::nullopt;
  return Row{{values, fields()}, {mysql_fetch_lengths(result_.get()), fields()}};
}

}  // namespace sluice
