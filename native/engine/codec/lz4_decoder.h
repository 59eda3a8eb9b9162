#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "codec/decoder.h"
#include "codec/frame_points.h"
#include "codec/stored_input.h"

struct LZ4F_dctx_s;

namespace sluice {

/// Frames of LZ4, one after the other; their checksums are compared where they have some.
class Lz4Decoder final : public Decoder {
 public:
  Lz4Decoder(StoredFile& stored, ProgressBoard& board);
  ~Lz4Decoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;
  void leave_points(std::shared_ptr<AccessPoints> points) override { frames_.leave(std::move(points)); }
  std::uint64_t begin_near(const AccessPoints& points, std::uint64_t unpacked) override;
  std::optional<std::uint64_t> frame_before(std::uint64_t unpacked) const override {
    return frames_.before(unpacked);
  }

 private:
  struct Free {
    void operator()(LZ4F_dctx_s* context) const noexcept;
  };

  StoredFile& stored_;
  ProgressBoard& board_;
  StoredInput input_;
  std::unique_ptr<LZ4F_dctx_s, Free> context_;
  /// True if the bytes so far end with a whole frame.
  bool frame_ended_ = false;
  FramePoints frames_;
};

}  // namespace sluice
