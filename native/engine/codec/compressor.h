#pragma once

#include <memory>
#include <string_view>

#include "codec/compression.h"
#include "support/buffer.h"

struct ZSTD_CCtx_s;

namespace sluice {

using Compressor = std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)>;

/// A compressor of the wished level within its memory; none for `Codec::kNone`. Throws EngineError or
/// std::bad_alloc.
Compressor make_compressor(const Compression& compression);

/// The most that it ever holds.
std::uint64_t compressor_bytes(const Compression& compression);

/// One step: appends to `packed` what the compressor has ready, and removes from the start of `bytes` what it
/// took; with `last`, the frame ends behind them. Returns whether another step is needed. Throws EngineError
/// or std::bad_alloc.
bool compress_some(const Compressor& compressor, std::string_view& bytes, bool last, Buffer& packed);

/// Throws what zstd's `result` says, if it is an error.
void check_zstd(std::size_t result);

}  // namespace sluice
