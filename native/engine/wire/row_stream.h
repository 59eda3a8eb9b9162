#pragma once

#include <mysql.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "wire/row_source.h"

namespace sluice {

/// The rows of one unbuffered query, read one at a time. Bound to the thread that runs its session; it must
/// be read to the end or destroyed (which drains it) before the session's next statement.
class RowStream {
 public:
  using Row = RowSource::Row;

  /// Made by `Session::stream` right after the statement was sent. `interrupted` is the session's own, and
  /// `use` keeps its heartbeat away. Throws EngineError where the source has met an error already.
  RowStream(MYSQL* handle, std::unique_ptr<RowSource> source, std::string statement,
            const std::atomic<bool>& interrupted, std::unique_lock<std::recursive_mutex> use = {});

  unsigned fields() const { return source_->fields(); }
  /// The next row; nothing after the last one. Throws EngineError when the server or the connection fails.
  std::optional<Row> next();

 private:
  void throw_error() const;

  /// Let go of after the source has read what is left.
  std::unique_lock<std::recursive_mutex> use_;
  MYSQL* handle_;
  std::unique_ptr<RowSource> source_;
  std::string statement_;
  const std::atomic<bool>* interrupted_;
};

}  // namespace sluice
