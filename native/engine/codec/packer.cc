#include "codec/packer.h"

#include <zlib.h>

#include <new>

#include "codec/compressor.h"
#include "support/failure.h"

namespace sluice {
namespace {

constexpr std::size_t kPackedBytes = 1 << 17;

class ZstdPacker final : public Packer {
 public:
  explicit ZstdPacker(const Compression& compression) : context_(make_compressor(compression)) {}

  void pack(std::string_view bytes, bool last, Buffer& packed) override {
    while (compress_some(context_, bytes, last, packed)) continue;
  }

 private:
  Compressor context_;
};

/// Its header holds no time, so that the same bytes are packed as the same bytes.
class GzipPacker final : public Packer {
 public:
  explicit GzipPacker(int level) : stream_(std::make_unique<z_stream>()) {
    constexpr int kGzipFormat = 15 + 16;  // The largest window, in a gzip wrapper (zlib.h, deflateInit2).
    constexpr int kMemory = 8;
    if (deflateInit2(stream_.get(), level, Z_DEFLATED, kGzipFormat, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipPacker() override { deflateEnd(stream_.get()); }

  void pack(std::string_view bytes, bool last, Buffer& packed) override {
    stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_->avail_in = static_cast<uInt>(bytes.size());
    bool more = true;
    while (more) {
      stream_->next_out = reinterpret_cast<Bytef*>(packed.reserve(kPackedBytes));
      stream_->avail_out = kPackedBytes;
      const int state = deflate(stream_.get(), last ? Z_FINISH : Z_NO_FLUSH);
      packed.commit(kPackedBytes - stream_->avail_out);
      more = last ? state != Z_STREAM_END : stream_->avail_in > 0;
    }
  }

 private:
  std::unique_ptr<z_stream> stream_;
};

}  // namespace

std::unique_ptr<Packer> make_packer(const Compression& compression) {
  switch (compression.codec) {
    case Codec::kZstd:
      return std::make_unique<ZstdPacker>(compression);
    case Codec::kGzip:
      return std::make_unique<GzipPacker>(compression.level);
    case Codec::kNone:
      return nullptr;
    case Codec::kBzip2:
    case Codec::kXz:
    case Codec::kLz4:
    case Codec::kDeflate:
      break;
  }
  throw defect("No file is written in a compression that is only read.");
}

}  // namespace sluice
