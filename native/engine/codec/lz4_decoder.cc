#include "codec/lz4_decoder.h"

#include <lz4frame.h>

#include <new>

namespace sluice {
namespace {

/// Memory of one context with the largest blocks: one of 4 MiB, one more with its window (lz4frame.c).
constexpr std::int64_t kLz4Bytes = 9 << 20;

}  // namespace

void Lz4Decoder::Free::operator()(LZ4F_dctx_s* context) const noexcept {
  LZ4F_freeDecompressionContext(context);
}

Lz4Decoder::Lz4Decoder(StoredFile& stored, ProgressBoard& board)
    : stored_(stored), board_(board), input_(stored, board) {
  LZ4F_dctx* context = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0) throw std::bad_alloc();
  context_.reset(context);
  board_.add_memory(kLz4Bytes);
}

Lz4Decoder::~Lz4Decoder() { board_.add_memory(-kLz4Bytes); }

std::size_t Lz4Decoder::read(char* buffer, std::size_t capacity) {
  std::size_t got = 0;
  while (got == 0) {
    const bool is_all = !input_.fill();
    if (is_all && frame_ended_) return 0;
    const std::string_view in = input_.left();
    std::size_t taken = in.size();
    got = capacity;
    const std::size_t left = LZ4F_decompress(context_.get(), buffer, &got, in.data(), &taken, nullptr);
    if (LZ4F_isError(left) != 0) throw undecodable(stored_.path(), said(LZ4F_getErrorName(left)));
    input_.take(taken);
    frame_ended_ = left == 0;
    frames_.advance(got);
    if (frame_ended_) frames_.end_frame(stored_.place() - input_.left().size());
    if (is_all && got == 0) throw ends_early(stored_.path());
  }
  return got;
}

std::uint64_t Lz4Decoder::begin_near(const AccessPoints& points, std::uint64_t unpacked) {
  const std::uint64_t begun = frames_.begin_near(points, unpacked, stored_);
  // The file may end there.
  frame_ended_ = begun > 0;
  return begun;
}

}  // namespace sluice
