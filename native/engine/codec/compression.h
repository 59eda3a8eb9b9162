#pragma once

#include <cstdint>

namespace sluice {

/// Compression of a chunk file. We read gzip, and never write it.
enum class Codec { kNone, kZstd, kGzip };

/// Compression with which chunk files are written (`Compression` in app/contract/runs/options.ts).
struct Compression {
  Codec codec = Codec::kZstd;
  /// zstd's level, from 1 to 19.
  int level = 1;
  /// Bytes that one compressor may hold: where its level takes more, its window is smaller. 0 for no limit.
  std::uint64_t most_bytes = 0;
};

}  // namespace sluice
