#include "codec/xz_decoder.h"

#include <lzma.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace sluice {
namespace {

/// Twice the memory that `xz -9` takes. The format allows 4 GiB, which a damaged header asks for as easily.
constexpr std::uint64_t kUsualXzBytes = 136 << 20;

Message xz_reason(lzma_ret state) {
  if (state == LZMA_FORMAT_ERROR) return {"noStreamBegins", {{"packing", "xz"}}};
  if (state == LZMA_OPTIONS_ERROR) return {"unknownPackingOption", {{"packing", "xz"}}};
  return "wrongCodeOrChecksum";
}

/// Filters of a block, as its header names them.
struct Filters {
  Filters() { all[0].id = LZMA_VLI_UNKNOWN; }
  ~Filters() { lzma_filters_free(all.data(), nullptr); }
  Filters(const Filters&) = delete;
  Filters& operator=(const Filters&) = delete;

  std::array<lzma_filter, LZMA_FILTERS_MAX + 1> all{};
};

}  // namespace

struct XzDecoder::Stream {
  Stream() = default;
  ~Stream() { lzma_end(&xz); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  lzma_stream xz = LZMA_STREAM_INIT;
  /// That which was begun at: liblzma looks at it until it has ended, and does not say what it takes.
  lzma_block block{};
  std::uint64_t block_bytes = 0;
};

XzDecoder::XzDecoder(StoredFile& stored, ProgressBoard& board, std::uint64_t most_bytes)
    : stored_(stored),
      board_(board),
      most_bytes_(most_bytes == 0 ? kUsualXzBytes : most_bytes),
      input_(stored, board),
      stream_(std::make_unique<Stream>()) {
  if (lzma_stream_decoder(&stream_->xz, most_bytes_, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
}

XzDecoder::~XzDecoder() { board_.add_memory(-stream_bytes_); }

std::size_t XzDecoder::read(char* buffer, std::size_t capacity) {
  std::size_t got = 0;
  while (got == 0 && !has_ended_) {
    // A block ends with what is given, so that its end is a place to begin at.
    const std::uint64_t to_next = next_ ? next_->unpacked - unpacked_ : capacity;
    got = unpack(buffer, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, to_next)));
    unpacked_ += got;
    frames_.advance(got);
    if (!next_ || unpacked_ != next_->unpacked) continue;
    frames_.end_frame(next_->stored);
    next_ = index_->behind(*next_);
  }
  count_memory();
  return got;
}

std::size_t XzDecoder::unpack(char* buffer, std::size_t capacity) {
  lzma_stream& xz = stream_->xz;
  xz.next_out = reinterpret_cast<std::uint8_t*>(buffer);
  xz.avail_out = capacity;
  const bool is_all = !input_.fill();
  const std::string_view in = input_.left();
  xz.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
  xz.avail_in = in.size();
  const lzma_ret state = lzma_code(&xz, is_all && !begun_ ? LZMA_FINISH : LZMA_RUN);
  input_.take(in.size() - xz.avail_in);
  if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
  if (state == LZMA_MEMLIMIT_ERROR) throw window_too_large(stored_.path());
  const std::size_t got = capacity - xz.avail_out;
  // Within one call it is no error that nothing can go on; at the end of the file nothing will.
  if (is_all && state != LZMA_STREAM_END && got == 0) throw ends_early(stored_.path());
  if (state != LZMA_OK && state != LZMA_STREAM_END && state != LZMA_BUF_ERROR) {
    throw undecodable(stored_.path(), xz_reason(state));
  }
  if (state == LZMA_STREAM_END) end_stream();
  return got;
}

void XzDecoder::end_stream() {
  const std::optional<XzBlock> next = begun_ ? index_->behind(*begun_) : std::nullopt;
  if (next) return open_block(*next);
  has_ended_ = true;
}

void XzDecoder::leave_points(std::shared_ptr<AccessPoints> points) {
  frames_.leave(std::move(points));
  index_ = XzIndex::read(stored_);
  const std::optional<XzBlock> first = index_ ? index_->at(0) : std::nullopt;
  if (first) next_ = index_->behind(*first);
}

std::uint64_t XzDecoder::begin_near(const AccessPoints& /*points*/, std::uint64_t unpacked) {
  // The file's own list has all of them.
  index_ = XzIndex::read(stored_);
  const std::optional<XzBlock> block = index_ ? index_->at(unpacked) : std::nullopt;
  if (!block || block->unpacked == 0) return 0;
  stored_.skip_to(block->stored);
  unpacked_ = block->unpacked;
  open_block(*block);
  return unpacked_;
}

void XzDecoder::open_block(const XzBlock& block) {
  const std::uint64_t place = stored_.place() - input_.left().size();
  if (place > block.stored) throw undecodable(stored_.path(), xz_reason(LZMA_DATA_ERROR));
  pass_over(block.stored - place);
  std::array<std::uint8_t, LZMA_BLOCK_HEADER_SIZE_MAX> header{};
  header[0] = next_byte();
  // Behind the last block of a stream follows its list, which begins with 0.
  if (header[0] == 0) throw undecodable(stored_.path(), xz_reason(LZMA_DATA_ERROR));
  const std::uint32_t header_bytes = lzma_block_header_size_decode(header[0]);
  for (std::uint32_t at = 1; at < header_bytes; ++at) header[at] = next_byte();
  auto stream = std::make_unique<Stream>();
  Filters filters;
  stream->block.filters = filters.all.data();
  stream->block.check = block.check;
  stream->block.header_size = header_bytes;
  lzma_ret state = lzma_block_header_decode(&stream->block, nullptr, header.data());
  if (state == LZMA_OK) {
    stream->block_bytes = lzma_raw_decoder_memusage(filters.all.data());
    if (stream->block_bytes > most_bytes_) throw window_too_large(stored_.path());
    state = lzma_block_decoder(&stream->xz, &stream->block);
  }
  stream->block.filters = nullptr;
  if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
  if (state != LZMA_OK) throw undecodable(stored_.path(), xz_reason(state));
  stream_ = std::move(stream);
  begun_ = block;
}

void XzDecoder::pass_over(std::uint64_t bytes) {
  while (bytes > 0) {
    if (!input_.fill()) throw ends_early(stored_.path());
    const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, input_.left().size()));
    input_.take(some);
    bytes -= some;
  }
}

std::uint8_t XzDecoder::next_byte() {
  if (!input_.fill()) throw ends_early(stored_.path());
  const auto byte = static_cast<std::uint8_t>(input_.left().front());
  input_.take(1);
  return byte;
}

void XzDecoder::count_memory() {
  const auto bytes = static_cast<std::int64_t>(begun_ ? stream_->block_bytes : lzma_memusage(&stream_->xz));
  board_.add_memory(bytes - stream_bytes_);
  stream_bytes_ = bytes;
}

}  // namespace sluice
