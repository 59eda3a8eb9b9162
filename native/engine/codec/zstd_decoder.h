#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "codec/decoder.h"
#include "codec/frame_points.h"
#include "support/buffer.h"

struct ZSTD_DCtx_s;

namespace sluice {

/// Frames of zstd, one after the other.
class ZstdDecoder final : public Decoder {
 public:
  /// A frame that wants more than `most_bytes` is refused; 0 for what any frame may want.
  ZstdDecoder(StoredFile& stored, ProgressBoard& board, std::uint64_t most_bytes);
  ~ZstdDecoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;
  void leave_points(std::shared_ptr<AccessPoints> points) override { frames_.leave(std::move(points)); }
  std::uint64_t begin_near(const AccessPoints& points, std::uint64_t unpacked) override;
  std::optional<std::uint64_t> frame_before(std::uint64_t unpacked) const override {
    return frames_.before(unpacked);
  }

 private:
  [[noreturn]] void fail(std::size_t error) const;

  StoredFile& stored_;
  ProgressBoard& board_;
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> context_;
  std::int64_t context_bytes_ = 0;
  Buffer input_;
  std::size_t consumed_ = 0;
  /// True if the bytes so far end with a whole frame.
  bool frame_ended_ = false;
  FramePoints frames_;
};

}  // namespace sluice
