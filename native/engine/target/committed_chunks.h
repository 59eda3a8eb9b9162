#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "target/load_spec.h"

namespace sluice {

/// The chunks that the lanes of one run have seen committed. A server that comes back after a crash may have
/// lost some of them (innodb_flush_log_at_trx_commit 0 or 2, a disk that does not sync), and so may another
/// one that answers at its address, such as a replica that was behind; only the load's journal tells then
/// what is there. Any thread may call it; the tables outlive it.
class CommittedChunks {
 public:
  struct Chunk {
    const LoadTable* table = nullptr;
    std::string file;
  };

  void add(const LoadTable& table, std::string_view file) {
    const std::lock_guard lock(mutex_);
    chunks_.push_back({&table, std::string(file)});
  }

  /// Returns those of until now.
  std::vector<Chunk> all() const {
    const std::lock_guard lock(mutex_);
    return chunks_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Chunk> chunks_;  ///< Guarded by mutex_.
};

}  // namespace sluice
