#pragma once

#include <optional>
#include <vector>

#include "source/dump_table.h"
#include "target/load_spec.h"
#include "wire/connection.h"

namespace sluice {

/// Settings of a migration, for all of its lanes (`EngineMigrateSpec` in app/engine/specs.ts). A plain value.
struct MigrateSpec {
  Connection source;
  SessionVariables source_session;
  /// The target, the lanes and the memory that both sides of all lanes may hold; it has no directory.
  LoadSpec target;
};

/// One table on its way (`EngineMigrateTable` in app/engine/specs.ts).
struct MigrateTable {
  /// Table that is filled. It has no chunks, and its id is that of its first part. Nothing: no row of it
  /// moves, and only checksums of its parts are made.
  std::optional<LoadTable> target;
  /// Parts that are read: the table, or each of its partitions. Their columns are those of the target's LOAD
  /// DATA.
  std::vector<DumpTable> parts;
};

}  // namespace sluice
