#include "input/input_copy.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

/// The fastest: the copy is written and read as fast as the input comes.
constexpr int kLevel = 1;
/// The rest is copied in such steps, and not looked at.
constexpr std::size_t kStepBytes = 1 << 20;

}  // namespace

InputCopy::InputCopy(InputPipe& pipe, std::string_view head, const CopySpec& spec, ProgressBoard& board)
    : pipe_(pipe),
      head_(head),
      packer_(make_packer({spec.codec, kLevel, 0})),
      packed_(board),
      store_(spec.path, spec.most_memory_bytes, board) {}

std::size_t InputCopy::read(char* buffer, std::size_t capacity) {
  if (has_ended_) return 0;
  std::size_t got = std::min(capacity, head_.size());
  if (got > 0) {
    std::memcpy(buffer, head_.data(), got);
    head_.remove_prefix(got);
  } else {
    got = pipe_.read(buffer, capacity);
  }
  if (got > 0) {
    copy({buffer, got});
  } else {
    end_copy();
  }
  return got;
}

std::optional<std::uint64_t> InputCopy::frame_before(std::uint64_t unpacked) const {
  const std::uint64_t begin = unpacked - unpacked % kFrameBytes;
  return packer_ && begin > 0 ? std::optional(begin) : std::nullopt;
}

CopiedInput InputCopy::finish() {
  std::vector<char> unread(kStepBytes);
  while (read(unread.data(), unread.size()) > 0) continue;
  keep_points();
  return {bytes_, store_.bytes(), digest_.finish(), store_.memory()};
}

void InputCopy::keep_points() {
  if (frames_.empty()) return;
  const UniqueFd copy = store_.open();
  const auto points = access_points(copy.get(), 0);
  for (AccessPoint& frame : frames_) {
    if (points->wants(frame.unpacked)) points->add(std::move(frame));
  }
  frames_.clear();
}

void InputCopy::copy(std::string_view bytes) {
  digest_.add(bytes);
  if (!packer_) {
    std::memcpy(packed_.reserve(bytes.size()), bytes.data(), bytes.size());
    packed_.commit(bytes.size());
    bytes_ += bytes.size();
    return store_.take(packed_);
  }
  while (!bytes.empty()) {
    const std::uint64_t left = kFrameBytes - bytes_ % kFrameBytes;
    const std::string_view part = bytes.substr(0, static_cast<std::size_t>(left));
    packer_->pack(part, part.size() == left, packed_);
    bytes_ += part.size();
    if (part.size() == left) end_frame();
    bytes.remove_prefix(part.size());
    store_.take(packed_);
  }
}

void InputCopy::end_frame() {
  AccessPoint point;
  point.unpacked = bytes_;
  point.stored = stored_bytes();
  frames_.push_back(std::move(point));
}

void InputCopy::end_copy() {
  has_ended_ = true;
  if (packer_ && bytes_ % kFrameBytes != 0) packer_->pack({}, true, packed_);
  store_.finish(packed_);
}

}  // namespace sluice
