#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "codec/decoder.h"
#include "codec/stored_input.h"

struct z_stream_s;

namespace sluice {

/// Frame of a deflate stream.
enum class DeflateFrame : std::uint8_t { kGzip, kNone };

/// Members of gzip, one after the other; each one's own checksum is compared. Without a frame there is one
/// stream, and no checksum.
class GzipDecoder final : public Decoder {
 public:
  GzipDecoder(StoredFile& stored, ProgressBoard& board, DeflateFrame frame);
  ~GzipDecoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;
  void leave_points(std::shared_ptr<AccessPoints> points) override { points_ = std::move(points); }
  std::uint64_t begin_near(const AccessPoints& points, std::uint64_t unpacked) override;

 private:
  void leave_point();
  bool skip_trailer();
  void begin_member();

  StoredFile& stored_;
  const DeflateFrame frame_;
  StoredInput input_;
  std::unique_ptr<z_stream_s> stream_;
  std::shared_ptr<AccessPoints> points_;
  std::uint64_t unpacked_ = 0;
  /// True while the rest of a member is read from an access point, without its frame.
  bool is_within_ = false;
  /// Bytes to skip behind such a member.
  std::size_t trailer_left_ = 0;
  /// True if the bytes so far end with a whole member.
  bool member_ended_ = false;
};

}  // namespace sluice
