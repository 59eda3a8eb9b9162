#include "codec/frame_points.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "codec/decoder.h"

namespace sluice {

namespace {

/// Frames that begin nearer to another one cost little to unpack with it: a terabyte has a million at most.
constexpr std::uint64_t kLeastDistance = 1 << 20;

}  // namespace

void FramePoints::end_frame(std::uint64_t stored) {
  if (unpacked_ >= kLeastDistance + (begins_.empty() ? 0 : begins_.back())) begins_.push_back(unpacked_);
  if (!points_ || !points_->wants(unpacked_)) return;
  AccessPoint point;
  point.unpacked = unpacked_;
  point.stored = stored;
  points_->add(std::move(point));
}

std::uint64_t FramePoints::begin_near(const AccessPoints& points, std::uint64_t unpacked,
                                      StoredFile& stored) {
  const std::optional<AccessPoint> point = points.before(unpacked);
  if (!point) return 0;
  stored.skip_to(point->stored);
  unpacked_ = point->unpacked;
  return unpacked_;
}

std::optional<std::uint64_t> FramePoints::before(std::uint64_t unpacked) const {
  const auto behind = std::upper_bound(begins_.begin(), begins_.end(), unpacked);
  return behind == begins_.begin() ? std::nullopt : std::optional(*std::prev(behind));
}

}  // namespace sluice
