#include "codec/zstd_decoder.h"

// For what reading a window takes, and for an error's number.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>

namespace sluice {
namespace {

/// The largest window that can be read within so many bytes, as zstd wants it: the power of two.
int window_log(std::uint64_t most_bytes) {
  constexpr int kLeast = 10;
  const std::uint64_t left = most_bytes - std::min<std::uint64_t>(most_bytes, ZSTD_DStreamInSize());
  int log = kLeast;
  while (log < ZSTD_WINDOWLOG_LIMIT_DEFAULT && ZSTD_estimateDStreamSize(std::size_t{2} << log) <= left) ++log;
  return log;
}

}  // namespace

ZstdDecoder::ZstdDecoder(StoredFile& stored, ProgressBoard& board, std::uint64_t most_bytes)
    : stored_(stored), board_(board), context_(ZSTD_createDCtx(), ZSTD_freeDCtx), input_(board) {
  if (!context_) throw std::bad_alloc();
  if (most_bytes == 0) return;
  const auto set = ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log(most_bytes));
  if (ZSTD_isError(set) != 0) throw defect(ZSTD_getErrorName(set));
}

ZstdDecoder::~ZstdDecoder() { board_.add_memory(-context_bytes_); }

std::size_t ZstdDecoder::read(char* buffer, std::size_t capacity) {
  ZSTD_outBuffer out{buffer, capacity, 0};
  while (out.pos == 0) {
    if (consumed_ == input_.size()) {
      input_.clear();
      consumed_ = 0;
      const std::size_t room = ZSTD_DStreamInSize();
      input_.commit(stored_.read(input_.reserve(room), room));
      // A frame may still hold output that did not fit; zstd gives it without new input.
      if (input_.size() == 0 && frame_ended_) return 0;
    }
    const bool at_end = input_.size() == 0;
    ZSTD_inBuffer in{input_.view().data(), input_.size(), consumed_};
    const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(left) != 0) fail(left);
    consumed_ = in.pos;
    frame_ended_ = left == 0;
    frames_.advance(out.pos);
    if (frame_ended_) frames_.end_frame(stored_.place() - (input_.size() - consumed_));
    if (at_end && out.pos == 0) throw ends_early(stored_.path());
  }
  const auto bytes = static_cast<std::int64_t>(ZSTD_sizeof_DCtx(context_.get()));
  board_.add_memory(bytes - context_bytes_);
  context_bytes_ = bytes;
  return out.pos;
}

std::uint64_t ZstdDecoder::begin_near(const AccessPoints& points, std::uint64_t unpacked) {
  const std::uint64_t begun = frames_.begin_near(points, unpacked, stored_);
  // The file may end there.
  frame_ended_ = begun > 0;
  return begun;
}

void ZstdDecoder::fail(std::size_t error) const {
  if (ZSTD_getErrorCode(error) != ZSTD_error_frameParameter_windowTooLarge) {
    throw undecodable(stored_.path(), said(ZSTD_getErrorName(error)));
  }
  throw window_too_large(stored_.path());
}

}  // namespace sluice
