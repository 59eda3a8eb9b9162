#include "codec/xz_decoder.h"

#include <lzma.h>

#include <new>

namespace sluice {
namespace {

/// Twice the memory that `xz -9` takes. The format allows 4 GiB, which a damaged header asks for as easily.
constexpr std::uint64_t kUsualXzBytes = 136 << 20;

Message xz_reason(lzma_ret state) {
  if (state == LZMA_FORMAT_ERROR) return {"noStreamBegins", {{"packing", "xz"}}};
  if (state == LZMA_OPTIONS_ERROR) return {"unknownPackingOption", {{"packing", "xz"}}};
  return "wrongCodeOrChecksum";
}

}  // namespace

struct XzDecoder::Stream {
  explicit Stream(std::uint64_t most_bytes) {
    if (lzma_stream_decoder(&xz, most_bytes, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  }
  ~Stream() { lzma_end(&xz); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  lzma_stream xz = LZMA_STREAM_INIT;
};

XzDecoder::XzDecoder(StoredFile& stored, ProgressBoard& board, std::uint64_t most_bytes)
    : stored_(stored),
      board_(board),
      input_(stored, board),
      stream_(std::make_unique<Stream>(most_bytes == 0 ? kUsualXzBytes : most_bytes)) {}

XzDecoder::~XzDecoder() { board_.add_memory(-stream_bytes_); }

std::size_t XzDecoder::read(char* buffer, std::size_t capacity) {
  lzma_stream& xz = stream_->xz;
  xz.next_out = reinterpret_cast<std::uint8_t*>(buffer);
  xz.avail_out = capacity;
  while (xz.avail_out == capacity && !has_ended_) {
    const bool is_all = !input_.fill();
    const std::string_view in = input_.left();
    xz.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    xz.avail_in = in.size();
    const lzma_ret state = lzma_code(&xz, is_all ? LZMA_FINISH : LZMA_RUN);
    input_.take(in.size() - xz.avail_in);
    if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (state == LZMA_MEMLIMIT_ERROR) throw window_too_large(stored_.path());
    // Within one call it is no error that nothing can go on; at the end of the file nothing will.
    if (state == LZMA_BUF_ERROR && is_all) throw ends_early(stored_.path());
    if (state != LZMA_OK && state != LZMA_STREAM_END && state != LZMA_BUF_ERROR) {
      throw undecodable(stored_.path(), xz_reason(state));
    }
    has_ended_ = state == LZMA_STREAM_END;
  }
  const auto bytes = static_cast<std::int64_t>(lzma_memusage(&xz));
  board_.add_memory(bytes - stream_bytes_);
  stream_bytes_ = bytes;
  return capacity - xz.avail_out;
}

}  // namespace sluice
