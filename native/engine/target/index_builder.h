#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/message.h"
#include "target/load_spec.h"

namespace sluice {

/// Resources of the server that the builds of one table may take.
struct BuildBudget {
  int threads = 1;
  std::uint64_t buffer_bytes = 0;
};

/// Chooses the sort buffer of a table's builds, in bytes for all their threads. The server sorts what fits
/// into it, and then merges two sorted runs at a time. A small buffer sorts in the processor's caches: 2 to 4
/// MiB take a fifth to a quarter less of the server's processor than 128 MiB (MySQL 9.7, tables of 1 to 6
/// million rows, one to three indexes). It grows with the table, since each merge pass writes the whole index
/// once more.
std::uint64_t sort_buffer_of(int threads, std::uint64_t table_bytes, std::uint64_t most_bytes);

/// Builds a table's deferred indexes. What the server can't build together, for want of
/// temporary space, because it was chosen as the victim of a deadlock, or since it does not combine such
/// indexes, is tried again index by index; what fails even so is thrown. Used by one thread.
class IndexBuilder {
 public:
  struct Hooks {
    /// Has the server run a statement. Throws EngineError.
    std::function<void(const std::string& statement)> execute;
    /// May throw, to end the build between two statements.
    std::function<void()> before_statement;
    /// Waits; retries are counted from 0.
    std::function<void(int retry)> before_retry;
    /// Takes a message about a statement that will be tried again.
    std::function<void(Message message)> log;
  };

  explicit IndexBuilder(Hooks hooks);

  /// Sets the session's innodb_ddl_threads, innodb_parallel_read_threads and innodb_ddl_buffer_size; for
  /// servers that have them. Throws EngineError.
  void tune(const BuildBudget& budget);
  /// Throws EngineError with the statement that failed; those before it have built their indexes.
  void build(const std::vector<IndexBatch>& batches);

 private:
  void build_batch(const IndexBatch& batch);
  void build_patiently(const std::string& statement);

  const Hooks hooks_;
};

}  // namespace sluice
