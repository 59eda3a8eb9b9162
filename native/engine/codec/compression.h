#pragma once

namespace sluice {

enum class Codec { kNone, kZstd };

/// How chunk files are stored (`Compression` in app/contract/options.ts).
struct Compression {
  Codec codec = Codec::kZstd;
  /// zstd's level, from 1 to 19.
  int level = 1;
};

}  // namespace sluice
