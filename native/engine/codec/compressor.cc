#include "codec/compressor.h"

// For what a compressor will hold, and for the parameters behind a level.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

#include <algorithm>
#include <new>
#include <string>

#include "support/failure.h"

namespace sluice {
namespace {

/// With a smaller window hardly anything would be found again.
constexpr unsigned kLeastWindowLog = 15;

/// The level's own parameters, with a smaller window and smaller tables where it may not hold as much.
ZSTD_compressionParameters parameters(const Compression& compression) {
  ZSTD_compressionParameters chosen = ZSTD_getCParams(compression.level, ZSTD_CONTENTSIZE_UNKNOWN, 0);
  if (compression.most_bytes == 0) return chosen;
  while (ZSTD_estimateCStreamSize_usingCParams(chosen) > compression.most_bytes &&
         chosen.windowLog > kLeastWindowLog) {
    --chosen.windowLog;
    chosen.chainLog = std::min(chosen.chainLog, chosen.windowLog);
    chosen.hashLog = std::min(chosen.hashLog, chosen.windowLog);
  }
  return chosen;
}

}  // namespace

void check_zstd(std::size_t result) {
  if (ZSTD_isError(result) == 0) return;
  throw defect(std::string("zstd could not compress: ") + ZSTD_getErrorName(result));
}

Compressor make_compressor(const Compression& compression) {
  Compressor context(nullptr, ZSTD_freeCCtx);
  if (compression.codec == Codec::kNone) return context;
  context.reset(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  const auto set = [&](ZSTD_cParameter parameter, unsigned value) {
    check_zstd(ZSTD_CCtx_setParameter(context.get(), parameter, static_cast<int>(value)));
  };
  check_zstd(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, compression.level));
  // zstd's own checksum of the frame: any reader notices a flipped bit, without our records.
  check_zstd(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1));
  if (compression.most_bytes == 0) return context;
  const ZSTD_compressionParameters chosen = parameters(compression);
  set(ZSTD_c_windowLog, chosen.windowLog);
  set(ZSTD_c_chainLog, chosen.chainLog);
  set(ZSTD_c_hashLog, chosen.hashLog);
  return context;
}

std::uint64_t compressor_bytes(const Compression& compression) {
  if (compression.codec == Codec::kNone) return 0;
  return ZSTD_estimateCStreamSize_usingCParams(parameters(compression));
}

bool compress_some(const Compressor& compressor, std::string_view& bytes, bool last, Buffer& packed) {
  const std::size_t room = ZSTD_CStreamOutSize();
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  ZSTD_outBuffer out{packed.reserve(room), room, 0};
  const std::size_t left =
      ZSTD_compressStream2(compressor.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
  check_zstd(left);
  packed.commit(out.pos);
  bytes.remove_prefix(in.pos);
  return last ? left > 0 : !bytes.empty();
}

}  // namespace sluice
