#include "read/chunk_feed.h"

#include <string>

#include "support/failure.h"

namespace sluice {
namespace {

/// libmariadb asks for a few KiB at a time: often enough to tell of each one would cost more than it shows.
constexpr std::uint64_t kStepBytes = 1ULL << 20;
/// A chunk that is a little longer than it should be is read to its end, so that all of its damage can be
/// named.
constexpr std::uint64_t kSurplusBytes = 1ULL << 20;

}  // namespace

std::size_t ChunkFeed::read(char* buffer, std::size_t capacity) {
  const std::size_t bytes = reader_.read(buffer, capacity);
  if (chunk_.bytes && reader_.bytes() > *chunk_.bytes + kSurplusBytes) {
    throw EngineError(damage(chunk_, {{"goesOn", {{"recorded", *chunk_.bytes}}}}));
  }
  counter_.add({buffer, bytes});
  if (bytes == 0 || reader_.bytes() - told_bytes_ >= kStepBytes) step();
  return bytes;
}

ChunkReading ChunkFeed::reading() const {
  return {counter_.rows(), reader_.bytes(), reader_.digest(), counter_.within_row()};
}

void ChunkFeed::step() {
  const std::uint64_t rows = counter_.rows() - told_rows_;
  const std::uint64_t bytes = reader_.bytes() - told_bytes_;
  told_rows_ += rows;
  told_bytes_ += bytes;
  on_step_(rows, bytes);
}

}  // namespace sluice
