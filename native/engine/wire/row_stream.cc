#include "wire/row_stream.h"

#include <utility>

#include "wire/wire_error.h"

namespace sluice {

RowStream::RowStream(MYSQL* handle, std::unique_ptr<RowSource> source, std::string statement,
                     const std::atomic<bool>& interrupted, std::unique_lock<std::recursive_mutex> use)
    : use_(std::move(use)),
      handle_(handle),
      source_(std::move(source)),
      statement_(std::move(statement)),
      interrupted_(&interrupted) {
  throw_error();
}

std::optional<RowStream::Row> RowStream::next() {
  const auto row = source_->next();
  if (!row) throw_error();
  return row;
}

void RowStream::throw_error() const {
  if (mysql_errno(handle_) != 0) throw statement_error(handle_, statement_, interrupted_->load());
}

}  // namespace sluice
