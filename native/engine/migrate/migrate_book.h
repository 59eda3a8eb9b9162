#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/progress.h"
#include "target/load_spec.h"

namespace sluice {

/// A table while it is on its way. Lanes that move its parts add to it.
struct MovingTable {
  LoadTable target;
  std::vector<TableMeter*> meters;
  std::atomic<std::size_t> parts_left{0};
  std::atomic<std::uint64_t> rows{0};
  std::atomic<std::uint64_t> sum{0};
};

/// What of a part has been taken so far: committed rows, in a migration.
struct MovedPart {
  /// Null where nothing but a sum is made of it.
  MovingTable* table = nullptr;
  std::atomic<std::uint64_t> rows{0};
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::uint64_t> sum{0};

  void add(std::uint64_t more_rows, std::uint64_t more_bytes, std::uint64_t more_sum) {
    rows += more_rows;
    bytes += more_bytes;
    sum += more_sum;
  }
};

/// Finds a job's parts by their ids. Any thread may call; what it gives lives as long as the book.
class MigrateBook {
 public:
  MovingTable& add_table(LoadTable target, std::size_t parts) {
    const std::lock_guard lock(mutex_);
    MovingTable& table = tables_.emplace_back();
    table.target = std::move(target);
    table.parts_left = parts;
    return table;
  }
  void add_part(int id, MovingTable* table) {
    auto part = std::make_unique<MovedPart>();
    part->table = table;
    const std::lock_guard lock(mutex_);
    parts_[id] = std::move(part);
  }
  MovedPart& part(int id) {
    const std::lock_guard lock(mutex_);
    return *parts_.at(id);
  }

 private:
  std::mutex mutex_;
  std::deque<MovingTable> tables_;  ///< A deque, so that tables never move.
  std::unordered_map<int, std::unique_ptr<MovedPart>> parts_;
};

}  // namespace sluice
