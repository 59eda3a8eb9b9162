#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "range/range_pool.h"
#include "row/row_encoder.h"
#include "source/dump_table.h"
#include "source/table_statements.h"
#include "support/progress.h"

namespace sluice {

/// One table while lanes read it: how it is read, and which ranges are left. Owned by the queue and shared by
/// the lanes that work on it: the ranges are guarded by the queue's lock, the rest is constant or atomic.
class SourceTable {
 public:
  SourceTable(DumpTable table, TableMeter& meter);

  const DumpTable& table() const { return table_; }
  TableMeter& meter() const { return meter_; }
  const TableStatements& statements() const { return statements_; }
  const RowEncoder& encoder() const { return encoder_; }
  /// Positions of the key's parts among the selected fields: the columns, and behind them the numbers of the
  /// key's ENUM and SET columns, which no chunk holds.
  const std::vector<std::size_t>& key_fields() const { return key_fields_; }
  std::string display_name() const { return table_.schema + "." + table_.table; }
  bool keyed() const { return !table_.key.empty(); }
  /// Returns whether a round trip takes longer than its rows, as far as statistics tell, and one query brings
  /// them all that is Sluice's own: no condition of the user's goes into a packet with others.
  bool is_small() const;

  /// Makes the ranges, once a lane has begun. Called under the queue's lock.
  void share_out(std::uint64_t least_bytes);
  RangePool* ranges() { return ranges_ ? &*ranges_ : nullptr; }
  /// Numbers of the ranges in key order, once all have ended; {0} for a table without a key.
  std::vector<int> range_order() const { return ranges_ ? ranges_->order() : std::vector<int>{0}; }

  /// Returns whether its rows are so large that only one lane at a time may have such in memory. Once true,
  /// always so.
  bool has_large_rows() const { return large_rows_.load(); }
  void mark_large_rows() { large_rows_.store(true); }

  /// Returns whether no part was begun before. Called under the queue's lock.
  bool begin_part() { return !std::exchange(part_begun_, true); }
  std::uint64_t next_sequence() { return sequence_.fetch_add(1); }
  /// Average bytes of a row as far as known; 0 where it is not.
  double row_bytes() const;
  /// Returns whether `COUNT(*)` must agree with the rows written.
  bool needs_count() const;

 private:
  const DumpTable table_;
  TableMeter& meter_;
  const TableStatements statements_;
  const RowEncoder encoder_;
  const std::vector<std::size_t> key_fields_;
  std::optional<RangePool> ranges_;
  bool part_begun_ = false;
  std::atomic<std::uint64_t> sequence_{0};
  std::atomic<bool> large_rows_{false};
};

}  // namespace sluice
