#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "read/chunk_file.h"
#include "support/row_versions.h"
#include "target/insert_plan.h"
#include "wire/connection.h"

namespace sluice {

/// Settings of a load, for all of its lanes (`EngineLoadSpec` in app/engine/specs.ts). A plain value.
struct LoadSpec {
  Connection connection;
  SessionVariables session;
  /// The dump directory, an absolute path that exists.
  std::string directory;
  int lanes = 1;
  /// Bytes of engine memory the job may hold above the idle process.
  std::uint64_t memory_limit_bytes = 0;
  /// True if the server's sessions have innodb_ddl_threads and innodb_ddl_buffer_size.
  bool tune_index_builds = false;
  /// The journal's table, quoted with its schema (`LoadJournal`).
  std::string journal;
  /// Names this load on the server: the lanes' user locks begin with it (`LaneSession`). Without quotes.
  std::string load_name;
  /// Milliseconds for which a lane tries to reach a server that it has lost.
  unsigned reconnect_ms = 0;
  /// Milliseconds of silence after which a session is checked (`SessionWatch`), on both sides of a migration.
  unsigned silence_ms = 5000;
};

/// One statement that builds indexes, and the same index by index.
struct IndexBatch {
  std::string statement;
  std::vector<std::string> singly;
};

/// A warning that proves nothing was lost: this errno with a message in which the ECMAScript expression is
/// found.
struct HarmlessWarning {
  unsigned errnum = 0;
  std::string message;
};

/// The values of a table's AUTO_INCREMENT column: there is none, the rows bring them and the server must not
/// generate any, or the server generates them.
enum class RowNumbers : std::uint8_t { kNone, kBrought, kGenerated };

/// One table to fill (`EngineLoadTable` in app/engine/specs.ts).
struct LoadTable {
  /// Chosen by the caller; lanes, segments and events refer to it.
  int id = -1;
  std::string schema;
  std::string table;
  /// Versions of rows that are counted.
  RowVersions versions = RowVersions::kCurrent;
  /// `LOAD DATA LOCAL INFILE ` + the name that the engine issues + this text.
  std::string load_tail;
  /// Plan for INSERT; nothing where the rows go in by LOAD DATA.
  std::optional<InsertPlan> insert;
  /// Plan for a chunk of which LOAD DATA warns more often than the server tells; nothing where it can't go in
  /// by INSERT.
  std::optional<InsertPlan> insert_instead;
  /// Plan for a chunk of few rows, which goes in by INSERT with those of other tables
  /// (`ChunkLoader::send_at_once`); nothing where it may not, or where rows are expected to warn.
  std::optional<InsertPlan> insert_small;
  RowNumbers numbers = RowNumbers::kNone;
  /// Chunks still to be loaded, in key order.
  std::vector<ChunkFile> chunks;
  /// Rows and bytes that an earlier run of this load has committed.
  std::uint64_t rows_before = 0;
  std::uint64_t bytes_before = 0;
  /// True if the table's engine can take back a part of a chunk. Else nothing of it is tried again.
  bool transactional = true;
  /// True if the chunks may be shared out over several lanes (contiguous, ascending).
  bool may_share = false;
  /// Chunks of each partition, in order; empty without partitions.
  std::vector<std::size_t> partitions;
  /// Builds of the deferred indexes once the rows are in, in order.
  std::vector<IndexBatch> index_batches;
  /// The rows that `COUNT(*)` in the target must give; nothing: count, report, do not judge.
  std::optional<std::uint64_t> expected_rows;
  std::vector<HarmlessWarning> harmless_warnings;
};

}  // namespace sluice
