#include "codec/gzip_decoder.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t kInputBytes = 128 << 10;
/// The largest window, in a gzip wrapper (zlib.h, inflateInit2).
constexpr int kGzipWindow = 15 + 16;

}  // namespace

GzipDecoder::GzipDecoder(StoredFile& stored, ProgressBoard& board)
    : stored_(stored), stream_(std::make_unique<z_stream>()), input_(board) {
  if (inflateInit2(stream_.get(), kGzipWindow) != Z_OK) throw std::bad_alloc();
}

GzipDecoder::~GzipDecoder() { inflateEnd(stream_.get()); }

std::size_t GzipDecoder::read(char* buffer, std::size_t capacity) {
  const std::size_t room = std::min<std::size_t>(capacity, std::numeric_limits<uInt>::max());
  stream_->next_out = reinterpret_cast<Bytef*>(buffer);
  stream_->avail_out = static_cast<uInt>(room);
  while (stream_->avail_out == room) {
    if (stream_->avail_in == 0 && !fill()) {
      if (member_ended_) return 0;
      throw ends_early(stored_.path());
    }
    if (member_ended_) {
      inflateReset(stream_.get());
      member_ended_ = false;
    }
    const int state = inflate(stream_.get(), Z_NO_FLUSH);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK && state != Z_STREAM_END) {
      throw undecodable(stored_.path(), stream_->msg == nullptr ? zError(state) : stream_->msg);
    }
    member_ended_ = state == Z_STREAM_END;
  }
  return room - stream_->avail_out;
}

/// False at the end of the file.
bool GzipDecoder::fill() {
  input_.clear();
  input_.commit(stored_.read(input_.reserve(kInputBytes), kInputBytes));
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.view().data()));
  stream_->avail_in = static_cast<uInt>(input_.size());
  return input_.size() > 0;
}

}  // namespace sluice
