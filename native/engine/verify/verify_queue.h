#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

namespace sluice {

/// The files that no lane has taken yet, the biggest first, so that all lanes end together. Not synchronised;
/// its owner holds a lock around every call.
class VerifyQueue {
 public:
  struct Item {
    std::uint64_t bytes = 0;
    std::size_t table = 0;
    std::size_t chunk = 0;
  };

  void add(const Item& item) { items_.insert(item); }
  /// Nothing where the queue is empty.
  std::optional<Item> take() {
    if (items_.empty()) return std::nullopt;
    return items_.extract(items_.begin()).value();
  }
  bool empty() const { return items_.empty(); }

 private:
  struct BiggestFirst {
    bool operator()(const Item& a, const Item& b) const {
      if (a.bytes != b.bytes) return a.bytes > b.bytes;
      return a.table != b.table ? a.table < b.table : a.chunk < b.chunk;
    }
  };

  std::set<Item, BiggestFirst> items_;
};

}  // namespace sluice
