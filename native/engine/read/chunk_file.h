#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "codec/compression.h"
#include "row/dialect.h"
#include "script/script_part.h"

namespace sluice {

/// One chunk file, as the loader and the verifier must find it (`EngineChunkFile` in app/engine/specs.ts).
struct ChunkFile {
  /// Relative to the dump directory; it identifies the chunk within its table.
  std::string file;
  Codec codec = Codec::kNone;
  /// Recorded facts; nothing where the dump does not carry them.
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> bytes;  ///< Uncompressed.
  std::optional<std::uint64_t> xxh64;  ///< Digest of the uncompressed bytes.
  RowDialect dialect = {};
  /// Set where the rows are those of a script's INSERTs: then `file` is a name for them that no other chunk
  /// of the table has, their dialect is our own, and what is recorded is that of the lines that they become.
  std::optional<ScriptPart> part = {};
};

}  // namespace sluice
