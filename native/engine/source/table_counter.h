#pragma once

#include <cstdint>

#include "source/source_table.h"
#include "wire/session.h"

namespace sluice {

/// Counts tables in the snapshot of a lane's session, small ones on the session's own thread. Used by the
/// lane's thread.
class TableCounter {
 public:
  /// `session` must outlive this, and nobody else may set its innodb_parallel_read_threads.
  explicit TableCounter(Session& session) : session_(session) {}

  /// Returns the server's count of a table of which `read` rows were read.
  std::uint64_t count(const SourceTable& table, std::uint64_t read);

 private:
  void count_alone(bool alone);

  Session& session_;
  bool counts_alone_ = false;
};

}  // namespace sluice
