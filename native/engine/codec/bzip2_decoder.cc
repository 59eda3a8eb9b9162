#include "codec/bzip2_decoder.h"

#include <bzlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace sluice {
namespace {

/// Memory of one stream of the largest blocks (bzip2's manual, "Memory management").
constexpr std::int64_t kBzip2Bytes = 3'700'000;

Message bzip2_reason(int state) {
  if (state == BZ_DATA_ERROR_MAGIC) return {"noStreamBegins", {{"packing", "bzip2"}}};
  return "wrongCodeOrChecksum";
}

}  // namespace

struct Bzip2Decoder::Stream {
  Stream() {
    if (BZ2_bzDecompressInit(&bz, 0, 0) != BZ_OK) throw std::bad_alloc();
  }
  ~Stream() { BZ2_bzDecompressEnd(&bz); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bz_stream bz{};
};

Bzip2Decoder::Bzip2Decoder(StoredFile& stored, ProgressBoard& board)
    : stored_(stored), board_(board), input_(stored, board), stream_(std::make_unique<Stream>()) {
  board_.add_memory(kBzip2Bytes);
}

Bzip2Decoder::~Bzip2Decoder() { board_.add_memory(-kBzip2Bytes); }

std::size_t Bzip2Decoder::read(char* buffer, std::size_t capacity) {
  const auto room =
      static_cast<unsigned>(std::min<std::size_t>(capacity, std::numeric_limits<unsigned>::max()));
  unsigned left = room;
  while (left == room) {
    if (!input_.fill()) {
      if (stream_ended_) return 0;
      throw ends_early(stored_.path());
    }
    if (stream_ended_) {
      stream_ = std::make_unique<Stream>();
      stream_ended_ = false;
    }
    bz_stream& bz = stream_->bz;
    const std::string_view in = input_.left();
    bz.next_in = const_cast<char*>(in.data());
    bz.avail_in = static_cast<unsigned>(in.size());
    bz.next_out = buffer;
    bz.avail_out = room;
    const int state = BZ2_bzDecompress(&bz);
    if (state == BZ_MEM_ERROR) throw std::bad_alloc();
    if (state != BZ_OK && state != BZ_STREAM_END) throw undecodable(stored_.path(), bzip2_reason(state));
    input_.take(in.size() - bz.avail_in);
    left = bz.avail_out;
    stream_ended_ = state == BZ_STREAM_END;
    frames_.advance(room - left);
    if (stream_ended_) frames_.end_frame(stored_.place() - input_.left().size());
  }
  return room - left;
}

std::uint64_t Bzip2Decoder::begin_near(const AccessPoints& points, std::uint64_t unpacked) {
  const std::uint64_t begun = frames_.begin_near(points, unpacked, stored_);
  // The file may end there.
  stream_ended_ = begun > 0;
  return begun;
}

}  // namespace sluice
