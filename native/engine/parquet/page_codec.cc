#include "parquet/page_codec.h"

#include <zstd.h>

#include <cstring>

#include "codec/packer.h"

namespace sluice {

PageCodec::PageCodec(const Compression& compression)
    : compression_(compression),
      zstd_(make_compressor({.codec = compression.codec == Codec::kZstd ? Codec::kZstd : Codec::kNone,
                             .level = compression.level})) {}

void PageCodec::pack(std::string_view page, Buffer& packed) {
  if (zstd_) {
    const std::size_t most = ZSTD_compressBound(page.size());
    const std::size_t bytes =
        ZSTD_compress2(zstd_.get(), packed.reserve(most), most, page.data(), page.size());
    check_zstd(bytes);
    packed.commit(bytes);
  } else if (compression_.codec == Codec::kNone) {
    std::memcpy(packed.reserve(page.size()), page.data(), page.size());
    packed.commit(page.size());
  } else {
    make_packer(compression_)->pack(page, true, packed);
  }
}

std::int32_t PageCodec::number() const {
  constexpr std::int32_t kUncompressed = 0;
  constexpr std::int32_t kGzip = 2;
  constexpr std::int32_t kZstd = 6;
  if (zstd_) return kZstd;
  return compression_.codec == Codec::kNone ? kUncompressed : kGzip;
}

}  // namespace sluice
