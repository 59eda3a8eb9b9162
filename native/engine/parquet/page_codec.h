#pragma once

#include <cstdint>
#include <string_view>

#include "codec/compression.h"
#include "codec/compressor.h"
#include "support/buffer.h"

namespace sluice {

/// Compresses pages, each on its own. Used by one thread.
class PageCodec {
 public:
  /// zstd, gzip or none.
  explicit PageCodec(const Compression& compression);

  /// Appends the page to `packed`.
  void pack(std::string_view page, Buffer& packed);
  /// Number of the codec (parquet.thrift, CompressionCodec).
  std::int32_t number() const;

 private:
  const Compression compression_;
  /// Set for zstd alone.
  Compressor zstd_;
};

}  // namespace sluice
