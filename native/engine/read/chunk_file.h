#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "codec/compression.h"
#include "row/dialect.h"

namespace sluice {

/// One chunk file, as the loader and the verifier must find it (`EngineChunkFile` in app/engine/specs.ts).
struct ChunkFile {
  /// Relative to the dump directory.
  std::string file;
  Codec codec = Codec::kNone;
  /// Recorded facts; nothing where the dump does not carry them.
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> bytes;  ///< Uncompressed.
  std::optional<std::uint64_t> xxh64;  ///< Digest of the uncompressed bytes.
  RowDialect dialect = {};
};

}  // namespace sluice
