#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "range/range_pool.h"
#include "source/source_table.h"

namespace sluice {

/// Next work of a lane: open a table that nobody works on yet, or read a range of an open one.
struct SourceWork {
  SourceTable* table = nullptr;
  std::optional<RangeLease> range;
};

/// Order in which lanes take work: `kBiggestFirst` ends soonest. `kInOrder` is for rows that go somewhere in
/// order: tables as they were added, and the ranges of each from its first key on. Then a lane takes a part
/// at a time, says where that ends before anyone takes the next one (`begin_part`), and keeps it to its end.
enum class WorkOrder : std::uint8_t { kBiggestFirst, kInOrder };

/// Place of a part among all of its job.
struct PartPlace {
  /// Dense, from 0.
  std::uint64_t number = 0;
  bool first_of_table = false;
  bool last_of_table = false;
};

/// A share smaller than this is not worth a query, and a file or a transaction, of its own.
inline constexpr std::uint64_t kLeastSplitBytes = 4 << 20;

/// Tables that lanes read: the biggest waiting table first, then the ranges of those that run, unless they
/// are wanted in order. Any thread may call anything. Owned by the job.
class SourceQueue {
 public:
  /// A range smaller than `least_bytes` is not shared.
  SourceQueue(int lanes, std::uint64_t least_bytes, WorkOrder order = WorkOrder::kBiggestFirst);

  void add(std::unique_ptr<SourceTable> table);
  /// No more tables will come.
  void seal();
  /// Lanes from this number on get nothing and shall end.
  void set_lanes(int lanes);
  /// No lane gets anything any more.
  void stop();

  /// Blocks until there is work for the lane; nothing when it shall end.
  std::optional<SourceWork> next(int lane);
  /// Returns small tables to be opened besides one that `next` gave: as many of those that wait as are this
  /// lane's share, and at most so many.
  std::vector<SourceTable*> take_small(std::size_t most);
  /// Blocks until there is work for some lane: true, unless this one shall end before that.
  bool wait_for_work(int lane);
  /// Number of lanes that wait for work.
  int idle() const;
  /// Returns whether the lane shall give its range back.
  bool is_surplus(int lane) const;
  /// Returns whether the lane shall end at once.
  bool stopped() const;
  /// True when the last table has ended, or all work is in the hands of lanes.
  bool exhausted() const;

  /// In order: all before this part is taken, it is what is left of the lane's range, and from now on others
  /// may take what follows.
  PartPlace begin_part(SourceTable& table);
  /// Returns whether there is more than one lane to read parts.
  bool has_many_lanes() const;

  /// Lets others share in a table that `next` gave for opening.
  RangeLease share_out(SourceTable& table);
  /// Returns whether the lane shall leave a part of its range to a lane that has nothing to do: where there
  /// is such a lane, no free range for it, and none that has much more left than this one. After true the
  /// lane calls `share` or `keep`.
  bool wants_share(const RangeLease& range);
  /// Cuts the range; see `RangeLease::cut`.
  void share(RangeLease& range, const Key& at, double share);
  /// The range is not worth a cut; see `RangeLease::keep_whole`.
  void keep(RangeLease& range, double bytes);
  /// The lane leaves what is left of its range to others.
  void give_back(RangeLease range);
  /// The lane has read its range to the end and staged its chunks. True for the last range of the table: this
  /// lane ends the table. After false the table may be gone.
  bool finish(SourceTable& table, RangeLease range);
  /// The table's files are published; it is destroyed.
  void remove(SourceTable& table);

 private:
  struct Rank {
    std::uint64_t bytes = 0;
    std::uint64_t arrival = 0;
    bool operator<(const Rank& other) const {
      return bytes != other.bytes ? bytes > other.bytes : arrival < other.arrival;
    }
  };

  std::optional<SourceWork> find_work();
  std::optional<SourceWork> find_next_part();
  int unserved() const;

  const std::uint64_t least_bytes_;
  const WorkOrder order_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  int lanes_;
  int idle_ = 0;      ///< Lanes that wait for work.
  int promised_ = 0;  ///< Those for which a lane looks for a cut.
  bool sealed_ = false;
  bool stopped_ = false;
  /// The biggest first, among equals the one that came first. Sorted by insertion, not by moving: a catalogue
  /// of 100,000 small tables is added all at once.
  std::map<Rank, std::unique_ptr<SourceTable>> waiting_;
  std::uint64_t arrivals_ = 0;
  std::vector<std::unique_ptr<SourceTable>> running_;
  /// In order: a lane looks where the part that it took ends.
  bool part_open_ = false;
  std::uint64_t parts_ = 0;
};

}  // namespace sluice
