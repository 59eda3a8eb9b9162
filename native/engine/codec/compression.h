#pragma once

#include <cstdint>

namespace sluice {

/// Compression of a file. We write zstd and gzip, and read what other tools write; kDeflate is gzip's without
/// its frame, as archives have it.
enum class Codec { kNone, kZstd, kGzip, kBzip2, kXz, kLz4, kDeflate };

/// Compression with which files are written (`Compression` in app/contract/runs/options.ts).
struct Compression {
  Codec codec = Codec::kZstd;
  /// Level of zstd, from 1 to 19, or of gzip, from 1 to 9.
  int level = 1;
  /// Bytes that one compressor may hold: where its level takes more, its window is smaller. 0 for no limit.
  std::uint64_t most_bytes = 0;
};

}  // namespace sluice
