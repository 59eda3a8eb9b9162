#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "codec/access_points.h"

namespace sluice {

class StoredFile;

/// Access points of a packing between its frames, where nothing of what came before is needed. A decoder
/// tells what it does; used by one thread.
class FramePoints {
 public:
  void leave(std::shared_ptr<AccessPoints> points) { points_ = std::move(points); }
  /// So many bytes came out.
  void advance(std::size_t bytes) { unpacked_ += bytes; }
  /// A whole frame has ended there.
  void end_frame(std::uint64_t stored);
  /// Goes to the last frame that begins before the place, as `Decoder::begin_near` does; to the file's
  /// beginning, by returning 0, where none is known.
  std::uint64_t begin_near(const AccessPoints& points, std::uint64_t unpacked, StoredFile& stored);
  /// As `Decoder::frame_before`.
  std::optional<std::uint64_t> before(std::uint64_t unpacked) const;

 private:
  /// Beginnings of frames but for those that follow another one closely, in what came out.
  std::vector<std::uint64_t> begins_;
  std::shared_ptr<AccessPoints> points_;
  std::uint64_t unpacked_ = 0;
};

}  // namespace sluice
