#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

/// Place in a packed file from which it can be unpacked: within a deflate stream (zlib's examples/zran.c), or
/// between two frames of another packing, which need nothing of what came before.
struct AccessPoint {
  std::uint64_t unpacked = 0;
  /// Offset of the first byte that was not begun.
  std::uint64_t stored = 0;
  /// Bits of the byte before that which are still to come, and that byte.
  int bits = 0;
  unsigned char before = 0;
  /// The last 32 KiB that were unpacked.
  std::string window = {};
};

/// Access points of one file, about every 4 MiB of what comes out; fewer where they would take more than
/// `kMostBytes`, as those within a deflate stream of a gigabyte. Any thread may use them.
class AccessPoints {
 public:
  /// A part is unpacked from the point before it: half of this is unpacked for nothing, on average.
  static constexpr std::uint64_t kSpacing = 4 << 20;
  static constexpr std::size_t kMostBytes = 8 << 20;

  explicit AccessPoints(std::uint64_t spacing = kSpacing) : spacing_(spacing) {}

  /// True where a point is wanted at this place.
  bool wants(std::uint64_t unpacked) const;
  void add(AccessPoint point);
  /// The last point that is not behind this place.
  std::optional<AccessPoint> before(std::uint64_t unpacked) const;

 private:
  mutable std::mutex mutex_;
  std::uint64_t spacing_;
  std::vector<AccessPoint> points_;
  std::size_t bytes_ = 0;  ///< Of `points_`.
};

/// The points of a file as it is now, and of its bytes from `offset` on. They are kept for the files that
/// were asked for last: whoever unpacks one from its beginning fills them, and others begin at them.
std::shared_ptr<AccessPoints> access_points(int file, std::uint64_t offset);

}  // namespace sluice
