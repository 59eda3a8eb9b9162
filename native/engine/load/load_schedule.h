#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "support/progress.h"
#include "support/small_table.h"

namespace sluice {

/// A table as the schedule sees it. Bytes are those of the uncompressed text; where a dump does not carry
/// them, any weight in proportion serves.
struct ScheduledTable {
  std::vector<std::uint64_t> chunk_bytes;  ///< In key order.
  bool may_share = false;
  bool has_indexes = false;
  /// Chunks of each partition, in order; empty without partitions.
  std::vector<std::size_t> partitions = {};
  /// Has one chunk at most, no indexes to be built and few rows, which can be rolled back.
  bool small = false;
};

namespace work {

/// Load this chunk, then call `committed`.
struct Chunk {
  std::size_t table;
  std::size_t chunk;
};
/// Load the only chunks of these small tables in one transaction, then call `loaded_together`.
struct Together {
  std::vector<std::size_t> tables;
};
/// Build the table's deferred indexes, then call `indexed`. The server may use so many threads for it: the
/// lane's own, and those that have nothing to do.
struct Indexes {
  std::size_t table;
  int threads = 1;
  /// Bytes of the rows, as far as they were planned; without those of an earlier run.
  std::uint64_t bytes = 0;
};
/// Count the rows of the table, or of several small ones in one query, then call `counted` for each.
struct Count {
  std::vector<std::size_t> tables;
};
/// Ask again when anything has changed. A table is named where the lane could share it but its turn in the
/// staggered start has not come.
struct Wait {
  std::optional<std::size_t> table;
};
/// The lane is one too many, or all work is done.
struct Leave {};

}  // namespace work

using Work = std::variant<work::Chunk, work::Together, work::Indexes, work::Count, work::Wait, work::Leave>;

/// Decides which work an idle lane does next. Only bookkeeping: no threads, no input or output, nothing
/// throws but for want of memory. Not synchronised; its owner holds a lock around every call.
///
///     LoadSchedule schedule(lanes);
///     schedule.add_table(std::move(table));
///     schedule.seal();
///     const Work work = schedule.next(lane);   // work::Chunk, say: load it
///     schedule.committed(lane);                // then ask again, until work::Leave
///
/// Why it decides so (measured on MySQL 9.7, InnoDB): lanes go to *different tables* first, the biggest
/// first, because tables loaded by one lane each come out perfectly ordered and dense, and faster than one
/// table by several lanes. Only when no whole table is left does an idle lane take over the upper half of the
/// longest span of chunks that another lane still has before it: every lane ascends through contiguous keys,
/// so pages are lost only at the few edges between spans.
///
/// The partitions of a table are tablespaces of their own: they are shared out whole, one lane each, and
/// neither size nor turn matters.
///
/// A lane joins a table late (the staggered start): a segment hands out whole extents only while at least an
/// eighth of its reserved pages would stay unused by that; each lane holds one extent that is partly filled,
/// so with fewer than 8 MiB per lane the lanes get single pages of each other's extents and the order is
/// lost.
///
/// Index builds go before new tables: a build is the longest piece of work that can't be divided, so a late
/// one would leave one lane busy while the others have nothing to do, whereas tables, begun in order of
/// falling size and shared at the end, fill the gaps evenly. The pages of the table are also still in the
/// buffer pool. Of tables with a few rows the statements take longer than the rows (2,000 of them: a third of
/// the time was transactions and counts), so small ones go together. Counts are short and go first of all:
/// they are what makes a table *done*.
class LoadSchedule {
 public:
  /// Below this a table stays with one lane: several would save tenths of a second and cost its order.
  static constexpr std::uint64_t kSmallestSharedBytes = 64ULL << 20;
  /// Bytes that a table must have received per lane in it, the one that joins included.
  static constexpr std::uint64_t kStaggerBytes = 8ULL << 20;
  /// The least that is worth a new edge between two lanes.
  static constexpr std::uint64_t kSmallestSpanBytes = 8ULL << 20;

  /// Small tables that one transaction loads, or one query counts.
  static constexpr std::size_t kMostTogether = kMostSmallTables;

  explicit LoadSchedule(int lanes);

  /// Returns the table's number: 0 for the first one, and so on.
  std::size_t add_table(ScheduledTable table);
  void seal() { sealed_ = true; }
  void set_lanes(int lanes) { wanted_lanes_ = lanes; }

  /// Chooses the lane's next work. It must have reported the work that it was given before.
  Work next(int lane);

  /// The table has been sent so many more bytes (also by a chunk that is still under way).
  void received(std::size_t table, std::uint64_t bytes);
  /// The chunk in the lane's hand is committed.
  void committed(int lane);
  /// The chunks of these tables are committed.
  void loaded_together(const std::vector<std::size_t>& tables);
  void indexed(std::size_t table);
  void counted(std::size_t table);

  /// Sealed, and every table counted.
  bool finished() const { return sealed_ && unfinished_ == 0; }

 private:
  /// Chunks [next, end) of a table.
  struct ChunkSpan {
    std::size_t next = 0;
    std::size_t end = 0;
    bool empty() const { return next == end; }
  };

  struct Table {
    ScheduledTable plan;
    /// Bytes of all chunks before each one, and of all: one more than there are chunks.
    std::vector<std::uint64_t> bytes_before;
    std::vector<ChunkSpan> free;  ///< In no lane's hands.
    std::size_t uncommitted = 0;
    std::uint64_t received = 0;
    int lanes = 0;    ///< Lanes that have chunks of it before them or in hand.
    int helpers = 0;  ///< Threads of other lanes that its index build uses.

    bool partitioned() const { return plan.partitions.size() > 1; }
    std::uint64_t bytes() const { return bytes_before.back(); }
    std::uint64_t bytes_of(const ChunkSpan& span) const {
      return bytes_before[span.end] - bytes_before[span.next];
    }
  };

  struct Lane {
    std::optional<std::size_t> table;
    ChunkSpan span;
    bool idle = true;  ///< Has no work, and none that is soon to come.
  };

  /// Chunks of a shared table that an idle lane may take: those from `from` on of `span`, to its end.
  struct Offer {
    std::size_t table = 0;
    ChunkSpan* span = nullptr;
    std::size_t from = 0;
    std::uint64_t span_bytes = 0;
  };

  /// Sorts tables by size, the biggest first, then in order of arrival.
  struct Rank {
    std::uint64_t bytes = 0;
    std::size_t table = 0;
    bool operator<(const Rank& other) const {
      return bytes != other.bytes ? bytes > other.bytes : table < other.table;
    }
  };

  Work find_work(Lane& lane);
  std::vector<std::size_t> take_first(std::set<Rank>& from, std::size_t most) const;
  /// None where the next whole table is not small, or goes alone.
  std::optional<work::Together> take_together();
  work::Indexes begin_indexes(const Lane& lane);
  static std::vector<ChunkSpan> spans_of(const ScheduledTable& plan);
  void rows_done(std::size_t table);
  void leave_table(Lane& lane);
  void offer_if_deserted(std::size_t table);
  Work take_chunk(Lane& lane);
  void join(Lane& lane, std::size_t table, ChunkSpan span);
  bool join_whole_table(Lane& lane);
  /// Joins a table that has lanes; the table to wait for where its turn has not come.
  std::optional<std::size_t> join_shared_table(Lane& lane);
  std::optional<Offer> best_offer(std::size_t table);
  bool staggered(const Table& table) const;
  static std::size_t upper_half(const Table& table, const ChunkSpan& span);

  int wanted_lanes_;
  int helpers_ = 0;  ///< Helpers of all tables.
  bool sealed_ = false;
  std::size_t unfinished_ = 0;
  std::vector<Table> tables_;
  std::array<Lane, kMaxLanes> lanes_;
  std::set<Rank> whole_;  ///< Have free chunks and no lane.
  std::set<Rank> to_index_;
  std::set<Rank> to_count_;
};

}  // namespace sluice
