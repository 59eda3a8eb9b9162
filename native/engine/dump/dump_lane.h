#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>

#include "dump/chunk_builder.h"
#include "dump/dump_queue.h"
#include "dump/dump_spec.h"
#include "dump/memory_shares.h"
#include "dump/table_dump.h"
#include "support/job_control.h"
#include "support/progress.h"
#include "support/reporter.h"
#include "wire/session.h"

namespace sluice {

/// What the lanes of a dump share. All of it outlives them.
struct DumpContext {
  const DumpSpec& spec;
  ProgressBoard& board;
  JobControl& control;
  Reporter& reporter;
  DumpQueue& queue;
  /// Held by the one lane that reads large rows.
  std::mutex& large_rows;
};

/// One lane: takes work from the queue until there is none and does all stages of it, from the query to the
/// synced file. Lives on its own thread, as does everything it owns; the session is its own meanwhile.
class DumpLane {
 public:
  DumpLane(const DumpContext& context, int lane, Session& session);
  ~DumpLane();
  DumpLane(const DumpLane&) = delete;
  DumpLane& operator=(const DumpLane&) = delete;

  /// Returns when the queue has nothing more for this lane. Throws EngineError, with the table named.
  void run();

 private:
  /// How a query of a range ended.
  enum class Reach { kMoreMayFollow, kRangeEnd };

  void work_on(DumpWork work);
  void open(TableDump& table);
  void dump_range(TableDump& table, RangeLease range);
  Reach read_range(TableDump& table, RangeLease& range);
  Reach read_some(TableDump& table, RangeLease& range, std::uint64_t limit);
  void read_stream(TableDump& table, std::string statement, int range);
  std::uint64_t copy_rows(TableDump& table, std::string statement, int range,
                          std::span<const std::size_t> key_fields);
  void account_packet();
  void share(TableDump& table, RangeLease& range);
  void end_table(TableDump& table);
  std::uint64_t count_rows(TableDump& table, std::uint64_t written);
  template <class Copy>
  void interrupting(Copy copy);

  const DumpContext context_;
  const int lane_;
  Session& session_;
  const MemoryShares shares_;
  ChunkBuilder chunk_;
  /// What is counted for the session's buffer.
  std::size_t packet_bytes_ = 0;
};

}  // namespace sluice
