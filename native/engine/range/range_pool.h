#pragma once

#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <vector>

#include "range/key.h"

namespace sluice {

class RangeLease;

/// Place of the rows without a key in the order of the index.
enum class KeylessRows : std::uint8_t { kNone, kFirst, kLast };

/// One table's key space, shared out to lanes.
///
///     RangePool pool(KeylessRows::kNone, bytes, least_bytes);
///     RangeLease range = *pool.take();
///     read(range.range());               // a query, bounded by a LIMIT
///     range.advance(last_key, bytes);    // as often as rows came
///     range.finish();
///
/// It begins as one range, beside which the rows without a key
/// are one of their own. A lane leases a range and works its way through it in bounded queries. Where another
/// lane has nothing to do, it cuts the upper part of what it has left off and leaves it to that lane.
///
/// The invariant: a range's bounds change by its lease alone, and never while a query of that lane runs. So
/// the rows that a query was sent for are its lane's for good, a lane can't write a row that is another's,
/// and at any moment the ranges partition the key space. Nothing here compares keys or knows their order: a
/// lane names as a cut only a row of its range that the server found behind all it has read, and which rows
/// lie before that row is the server's word in the queries of both parts.
///
/// Any thread may call anything; leases must not outlive their pool. Nothing throws but for want of memory.
class RangePool {
 public:
  /// `expected_bytes` says how much the rows with a key hold as far as anyone knows; what has less than
  /// `least_bytes` left is not worth a cut.
  RangePool(KeylessRows keyless, std::uint64_t expected_bytes, std::uint64_t least_bytes);

  /// The largest range that nobody works on, if there is one.
  std::optional<RangeLease> take();
  /// The same of the first one in key order.
  std::optional<RangeLease> take_first();
  /// Number of ranges that nobody works on.
  int free_ranges() const;
  /// About how many bytes the largest of them holds; 0 where there is none.
  double free_bytes() const;
  /// About how many bytes the largest cuttable range in a lane's hands has left.
  double held_bytes() const;
  /// True once every range was read to its end.
  bool exhausted() const;
  /// The ids of all ranges there ever were, in key order.
  std::vector<int> order() const;
  /// Returns whether a lane ever left a part of its range to another.
  bool was_cut() const;

 private:
  friend class RangeLease;

  struct Slot {
    int id = 0;
    KeyRange range;
    bool keyless = false;
    double expected_bytes = 0;
    double read_bytes = 0;
    /// No cut was found before so much was read.
    double whole_until = 0;
    bool leased = false;
    bool done = false;
  };
  using Slots = std::list<Slot>;

  static double bytes_left(const Slot& slot);
  bool cuttable(const Slot& slot) const;
  Slot& add(Slots::iterator before);
  std::optional<RangeLease> lease(Slots::iterator slot);

  const double least_bytes_;
  mutable std::mutex mutex_;
  Slots slots_;  ///< In key order.
  int next_id_ = 0;
  bool was_cut_ = false;
};

/// A lane's hold on one range. Used by one thread; gives back what is left when it goes.
class RangeLease {
 public:
  ~RangeLease();
  RangeLease(RangeLease&& other) noexcept;
  RangeLease& operator=(RangeLease&&) = delete;
  RangeLease(const RangeLease&) = delete;
  RangeLease& operator=(const RangeLease&) = delete;

  int id() const { return slot_->id; }
  /// Returns whether these are the rows without a key, which are one stream.
  bool keyless() const { return slot_->keyless; }
  /// Returns the bounds of the next query: the part that is left to read.
  KeyRange range() const;
  /// About how many bytes are left.
  double bytes_left() const;
  /// Returns whether enough seems to be left for two.
  bool cuttable() const;
  /// Returns whether a cut is worth while now that a closer look says that about `bytes` are left. A range
  /// that went on behind its expected end proves that nobody knows, and then it is.
  bool worth_cutting(double bytes) const;

  /// All rows up to `last` are read, `bytes` since the last call.
  void advance(const Key& last, std::uint64_t bytes);
  /// Keeps the rows before `at`, a row of this range that was not read yet, and sets it and those behind it
  /// free; the former are about `share` of all.
  void cut(const Key& at, double share);
  /// No cut was found, and about `bytes` are left: not to be asked again soon.
  void keep_whole(double bytes);
  /// No row is left.
  void finish();

 private:
  friend class RangePool;
  RangeLease(RangePool& pool, RangePool::Slots::iterator slot) : pool_(&pool), slot_(slot) {}

  RangePool* pool_;
  RangePool::Slots::iterator slot_;
};

}  // namespace sluice
