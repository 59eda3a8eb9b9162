#include "codec/gzip_decoder.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <optional>
#include <string_view>

namespace sluice {
namespace {

/// The largest window, in a gzip wrapper (zlib.h, inflateInit2).
constexpr int kGzipWindow = 15 + 16;
constexpr int kBareWindow = -15;
/// Checksum and size behind a member (RFC 1952).
constexpr std::size_t kTrailerBytes = 8;

}  // namespace

GzipDecoder::GzipDecoder(StoredFile& stored, ProgressBoard& board, DeflateFrame frame)
    : stored_(stored), frame_(frame), input_(stored, board), stream_(std::make_unique<z_stream>()) {
  if (inflateInit2(stream_.get(), frame == DeflateFrame::kGzip ? kGzipWindow : kBareWindow) != Z_OK)
    throw std::bad_alloc();
}

GzipDecoder::~GzipDecoder() { inflateEnd(stream_.get()); }

std::size_t GzipDecoder::read(char* buffer, std::size_t capacity) {
  const std::size_t room = std::min<std::size_t>(capacity, std::numeric_limits<uInt>::max());
  stream_->next_out = reinterpret_cast<Bytef*>(buffer);
  stream_->avail_out = static_cast<uInt>(room);
  while (stream_->avail_out == room) {
    const bool is_all = !input_.fill();
    if (is_all && trailer_left_ > 0) throw ends_early(stored_.path());
    if (is_all && member_ended_) return 0;
    if (skip_trailer()) continue;
    if (member_ended_) begin_member();
    const std::string_view in = input_.left();
    stream_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_->avail_in = static_cast<uInt>(in.size());
    const uInt room_before = stream_->avail_out;
    const int state = inflate(stream_.get(), points_ ? Z_BLOCK : Z_NO_FLUSH);
    input_.take(in.size() - stream_->avail_in);
    unpacked_ += room_before - stream_->avail_out;
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    // Without a frame there may be text to come when all is read.
    if (is_all && state != Z_STREAM_END && stream_->avail_out == room) throw ends_early(stored_.path());
    if (state != Z_OK && state != Z_STREAM_END) {
      throw undecodable(stored_.path(), said(stream_->msg == nullptr ? zError(state) : stream_->msg));
    }
    member_ended_ = state == Z_STREAM_END;
    if (member_ended_ && is_within_ && frame_ == DeflateFrame::kGzip) trailer_left_ = kTrailerBytes;
    if (points_ && points_->wants(unpacked_)) leave_point();
  }
  return room - stream_->avail_out;
}

std::uint64_t GzipDecoder::begin_near(const AccessPoints& points, std::uint64_t unpacked) {
  const std::optional<AccessPoint> point = points.before(unpacked);
  if (!point) return 0;
  const auto* const window = reinterpret_cast<const Bytef*>(point->window.data());
  const bool is_set =
      inflateReset2(stream_.get(), kBareWindow) == Z_OK &&
      (point->bits == 0 ||
       inflatePrime(stream_.get(), point->bits, point->before >> (8 - point->bits)) == Z_OK) &&
      inflateSetDictionary(stream_.get(), window, static_cast<uInt>(point->window.size())) == Z_OK;
  if (!is_set) throw defect("An access point does not fit.");
  stored_.skip_to(point->stored);
  is_within_ = true;
  unpacked_ = point->unpacked;
  return point->unpacked;
}

/// Between two blocks, and not behind the last one of a member.
void GzipDecoder::leave_point() {
  constexpr int kBehindBlock = 128;
  constexpr int kInLastBlock = 64;
  if ((stream_->data_type & kBehindBlock) == 0 || (stream_->data_type & kInLastBlock) != 0) return;
  const int bits = stream_->data_type & 7;
  // The byte that the bits are of is the last one that was taken.
  if (bits != 0 && stream_->next_in == reinterpret_cast<const Bytef*>(input_.all().data())) return;
  AccessPoint point;
  point.unpacked = unpacked_;
  point.stored = stored_.place() - input_.left().size();
  point.bits = bits;
  if (bits != 0) point.before = *(stream_->next_in - 1);
  uInt bytes = 32 << 10;
  point.window.resize(bytes);
  if (inflateGetDictionary(stream_.get(), reinterpret_cast<Bytef*>(point.window.data()), &bytes) != Z_OK) {
    return;
  }
  point.window.resize(bytes);
  points_->add(std::move(point));
}

/// True while bytes of a member's trailer are to be skipped.
bool GzipDecoder::skip_trailer() {
  const std::size_t bytes = std::min(trailer_left_, input_.left().size());
  input_.take(bytes);
  trailer_left_ -= bytes;
  return bytes > 0;
}

void GzipDecoder::begin_member() {
  if (frame_ == DeflateFrame::kNone) throw undecodable(stored_.path(), "wrongCodeOrChecksum");
  inflateReset2(stream_.get(), kGzipWindow);
  member_ended_ = false;
  is_within_ = false;
}

}  // namespace sluice
