#pragma once

#include <cstdint>

namespace sluice {

/// Bytes of a file in an archive that holds several (`EngineArchiveEntry` in app/engine/chunk-files.ts).
struct ArchiveEntry {
  std::uint64_t offset = 0;
  std::uint64_t stored_bytes = 0;
  /// Unpacked.
  std::uint64_t bytes = 0;
  /// Checksum of the unpacked bytes.
  std::uint32_t crc32 = 0;
};

}  // namespace sluice
