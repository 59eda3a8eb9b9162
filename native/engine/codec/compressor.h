#pragma once

#include <memory>

#include "codec/compression.h"

struct ZSTD_CCtx_s;

namespace sluice {

using Compressor = std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)>;

/// A compressor of the wished level within its memory; none for `Codec::kNone`. Throws EngineError or
/// std::bad_alloc.
Compressor make_compressor(const Compression& compression);

/// The most that it ever holds.
std::uint64_t compressor_bytes(const Compression& compression);

/// Throws what zstd's `result` says, if it is an error.
void check_zstd(std::size_t result);

}  // namespace sluice
