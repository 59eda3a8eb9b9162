#include "codec/part_source.h"

#include <algorithm>

#include "codec/access_points.h"

namespace sluice {

PartSource::PartSource(StoredFile& stored, const Packing& packing, const StoredPart& part,
                       ProgressBoard& board)
    : stored_(stored), left_(part.length) {
  const auto& [codec, entry] = packing;
  if (codec == Codec::kNone) {
    stored_.begin_at(packing.begin() + part.offset);
    return;
  }
  if (entry) stored_.confine(entry->offset, entry->stored_bytes);
  decoder_ = make_decoder(codec, stored_, board, 0);
  const auto points = access_points(stored_.descriptor(), packing.begin());
  before_ = part.offset - decoder_->begin_near(*points, part.offset);
}

std::size_t PartSource::read(char* buffer, std::size_t capacity) {
  if (left_ == 0 || capacity == 0) return 0;
  while (before_ > 0) {
    before_ -= read_some(buffer, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, before_)));
  }
  const std::size_t got =
      read_some(buffer, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, left_)));
  left_ -= got;
  return got;
}

std::size_t PartSource::read_some(char* buffer, std::size_t capacity) {
  const std::size_t got = decoder_ ? decoder_->read(buffer, capacity) : stored_.read(buffer, capacity);
  if (got == 0) throw ends_early(stored_.path());
  return got;
}

}  // namespace sluice
