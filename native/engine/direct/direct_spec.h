#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "export/export_spec.h"
#include "source/dump_table.h"
#include "source/lane_memory.h"
#include "source/range_walk.h"
#include "wire/connection.h"

namespace sluice {

/// Settings of an export that reads a server (`EngineDirectExportSpec` in app/engine/specs.ts). A plain
/// value.
struct DirectExportSpec {
  Connection connection;
  SessionVariables session;
  /// As in `DumpSpec`.
  int most_lanes = 1;
  unsigned silence_ms = 5000;
  /// Its directory is empty: there are no chunks.
  ExportSpec output;
};

/// One table with the text around its rows, or nothing but text (`EngineDirectTable` in app/engine/specs.ts).
struct DirectTable {
  ExportTable output;
  /// The table, or its partitions in order; their columns are those of the output.
  std::vector<DumpTable> data_sets;
};

/// Bytes of rows that wait in memory for those before them.
inline std::uint64_t most_waiting_bytes(const DirectExportSpec& spec) {
  return spec.output.memory_limit_bytes / 4;
}

/// Shares out what the rows that wait and the output leave.
inline LaneMemory direct_lane_memory(const DirectExportSpec& spec) {
  return streaming_lane_memory(spec.output.memory_limit_bytes / 8 * 5, spec.most_lanes);
}

/// Bytes of a part of a table: each lane but one may have to keep one.
inline std::uint64_t part_bytes(const DirectExportSpec& spec) {
  constexpr std::uint64_t kLeast = 1 << 20;
  const auto lanes = static_cast<std::uint64_t>(std::max(spec.output.lanes, 1));
  return std::clamp(most_waiting_bytes(spec) / lanes, kLeast, kMostBytesPerQuery);
}

}  // namespace sluice
