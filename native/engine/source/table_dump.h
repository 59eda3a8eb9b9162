#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dump/dump_spec.h"
#include "dump/publish.h"
#include "range/range_pool.h"
#include "row/row_encoder.h"
#include "source/table_statements.h"
#include "support/progress.h"

namespace sluice {

/// One table of a dump while it runs: how it is read, which ranges are left, which chunks are there. Owned by
/// the queue. The lanes that work on it share it: what changes is behind a lock or, where it says so, the
/// queue's.
class TableDump {
 public:
  TableDump(DumpTable table, TableMeter& meter);

  const DumpTable& table() const { return table_; }
  TableMeter& meter() const { return meter_; }
  const TableStatements& statements() const { return statements_; }
  const RowEncoder& encoder() const { return encoder_; }
  /// Where the key's parts are among the selected fields: the columns, and behind them the numbers of the
  /// key's ENUM and SET columns, which no chunk holds.
  const std::vector<std::size_t>& key_fields() const { return key_fields_; }
  std::string display_name() const { return table_.schema + "." + table_.table; }
  bool keyed() const { return !table_.key.empty(); }

  /// Under the queue's lock: the ranges, once a lane has begun.
  void share_out(std::uint64_t least_bytes);
  RangePool* ranges() { return ranges_ ? &*ranges_ : nullptr; }

  /// Whether its rows are so large that only one lane at a time may have such in memory. Once true, always
  /// so.
  bool has_large_rows() const { return large_rows_.load(); }
  void mark_large_rows() { large_rows_.store(true); }

  std::uint64_t next_sequence() { return sequence_.fetch_add(1); }
  void add_chunk(StagedChunk chunk);
  /// All chunks in key order; called by the lane that ends the table.
  std::vector<StagedChunk> take_chunks();
  /// What a row weighs as far as it is known; 0 where it is not.
  double row_bytes() const;
  /// Whether `COUNT(*)` must agree with the rows written.
  bool needs_count() const;

 private:
  const DumpTable table_;
  TableMeter& meter_;
  const TableStatements statements_;
  const RowEncoder encoder_;
  const std::vector<std::size_t> key_fields_;
  std::optional<RangePool> ranges_;
  std::atomic<std::uint64_t> sequence_{0};
  std::atomic<bool> large_rows_{false};
  mutable std::mutex mutex_;
  std::vector<StagedChunk> chunks_;  ///< Guarded by mutex_.
};

}  // namespace sluice
