#include <utility>

#include "wire/session.h"
#include "wire/wire_error.h"

namespace sluice {

RowStream::RowStream(MYSQL* handle, std::string statement, const std::atomic<bool>& interrupted)
    : handle_(handle),
      result_(mysql_use_result(handle)),
      statement_(std::move(statement)),
      interrupted_(&interrupted) {
  if (result_ == nullptr) throw statement_error(handle_, statement_, interrupted_->load());
  fields_ = mysql_num_fields(result_);
}

// Freeing an unbuffered result reads and drops what is left of it.
RowStream::~RowStream() {
  if (result_ != nullptr) mysql_free_result(result_);
}

RowStream::RowStream(RowStream&& other) noexcept
    : handle_(other.handle_),
      result_(std::exchange(other.result_, nullptr)),
      fields_(other.fields_),
      statement_(std::move(other.statement_)),
      interrupted_(other.interrupted_) {}

std::optional<RowStream::Row> RowStream::next() {
  const MYSQL_ROW values = mysql_fetch_row(result_);
  if (values != nullptr) return Row{{values, fields_}, {mysql_fetch_lengths(result_), fields_}};
  if (mysql_errno(handle_) != 0) throw statement_error(handle_, statement_, interrupted_->load());
  return std::nullopt;
}

}  // namespace sluice
