#include "codec/access_points.h"

#include <algorithm>
#include <list>
#include <tuple>
#include <utility>

namespace sluice {
namespace {

/// Files whose points are kept.
constexpr std::size_t kMostFiles = 8;

/// A file's place, size and time of change, and an offset in it.
using FileKey = std::tuple<dev_t, ino_t, off_t, std::int64_t, std::int64_t, std::uint64_t>;

FileKey key_of(int file, std::uint64_t offset) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return {};
#ifdef __APPLE__
  const timespec& changed = facts.st_mtimespec;
#else
  const timespec& changed = facts.st_mtim;
#endif
  return {facts.st_dev, facts.st_ino, facts.st_size, changed.tv_sec, changed.tv_nsec, offset};
}

std::size_t bytes_of(const AccessPoint& point) { return sizeof(point) + point.window.size(); }

}  // namespace

bool AccessPoints::wants(std::uint64_t unpacked) const {
  const std::lock_guard lock(mutex_);
  return unpacked >= spacing_ + (points_.empty() ? 0 : points_.back().unpacked);
}

void AccessPoints::add(AccessPoint point) {
  const std::lock_guard lock(mutex_);
  if (!points_.empty() && point.unpacked <= points_.back().unpacked) return;
  bytes_ += bytes_of(point);
  points_.push_back(std::move(point));
  if (bytes_ <= kMostBytes) return;
  std::vector<AccessPoint> kept;
  bytes_ = 0;
  for (std::size_t at = 1; at < points_.size(); at += 2) {
    bytes_ += bytes_of(points_[at]);
    kept.push_back(std::move(points_[at]));
  }
  points_ = std::move(kept);
  spacing_ *= 2;
}

std::optional<AccessPoint> AccessPoints::before(std::uint64_t unpacked) const {
  const std::lock_guard lock(mutex_);
  const auto behind =
      std::upper_bound(points_.begin(), points_.end(), unpacked,
                       [](std::uint64_t place, const AccessPoint& point) { return place < point.unpacked; });
  if (behind == points_.begin()) return std::nullopt;
  return *std::prev(behind);
}

std::shared_ptr<AccessPoints> access_points(int file, std::uint64_t offset) {
  static std::mutex mutex;
  static std::list<std::pair<FileKey, std::shared_ptr<AccessPoints>>> files;
  const FileKey key = key_of(file, offset);
  const std::lock_guard lock(mutex);
  const auto known =
      std::find_if(files.begin(), files.end(), [&](const auto& one) { return one.first == key; });
  if (known != files.end()) {
    files.splice(files.begin(), files, known);
  } else {
    files.emplace_front(key, std::make_shared<AccessPoints>());
    if (files.size() > kMostFiles) files.pop_back();
  }
  return files.front().second;
}

}  // namespace sluice
