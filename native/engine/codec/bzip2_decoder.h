#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "codec/decoder.h"
#include "codec/frame_points.h"
#include "codec/stored_input.h"

namespace sluice {

/// Streams of bzip2, one after the other; the checksums of blocks and streams are compared.
class Bzip2Decoder final : public Decoder {
 public:
  Bzip2Decoder(StoredFile& stored, ProgressBoard& board);
  ~Bzip2Decoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;
  void leave_points(std::shared_ptr<AccessPoints> points) override { frames_.leave(std::move(points)); }
  std::uint64_t begin_near(const AccessPoints& points, std::uint64_t unpacked) override;
  std::optional<std::uint64_t> frame_before(std::uint64_t unpacked) const override {
    return frames_.before(unpacked);
  }

 private:
  struct Stream;

  StoredFile& stored_;
  ProgressBoard& board_;
  StoredInput input_;
  std::unique_ptr<Stream> stream_;
  /// True if the bytes so far end with a whole stream.
  bool stream_ended_ = false;
  FramePoints frames_;
};

}  // namespace sluice
