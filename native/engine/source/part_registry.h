#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace sluice {

/// Totals of the rows that were read of one part of a table. Any thread may add.
struct PartTotals {
  std::atomic<std::uint64_t> rows{0};
  std::atomic<std::uint64_t> bytes{0};
  /// Sum of the hashes of the rows (`event::TableChecksummed`).
  std::atomic<std::uint64_t> checksum{0};

  void add(std::uint64_t more_rows, std::uint64_t more_bytes, std::uint64_t more_checksum) {
    rows += more_rows;
    bytes += more_bytes;
    checksum += more_checksum;
  }
};

/// Parts of a job's tables by their ids. Any thread may call; the parts live as long as the registry.
template <class Part>
class PartRegistry {
 public:
  Part& add(int id) {
    auto part = std::make_unique<Part>();
    Part& added = *part;
    const std::lock_guard lock(mutex_);
    parts_[id] = std::move(part);
    return added;
  }
  /// Throws std::out_of_range for an id that was not added.
  Part& find(int id) {
    const std::lock_guard lock(mutex_);
    return *parts_.at(id);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<int, std::unique_ptr<Part>> parts_;  ///< Guarded by mutex_.
};

}  // namespace sluice
