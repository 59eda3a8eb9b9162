#pragma once

#include <cstdint>

namespace sluice {

/// How a chunk file is stored. We read gzip, and never write it.
enum class Codec { kNone, kZstd, kGzip };

/// How chunk files are written (`Compression` in app/contract/options.ts).
struct Compression {
  Codec codec = Codec::kZstd;
  /// zstd's level, from 1 to 19.
  int level = 1;
  /// What one compressor may hold: where its level takes more, it looks back less far. 0 for what it takes.
  std::uint64_t most_bytes = 0;
};

}  // namespace sluice
