#include "sort/key_bounds.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string_view>

#include "read/open_chunk.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {
namespace {

constexpr std::size_t kSampledBytes = 64 << 10;
/// The share of a range is right to about one row in a hundred.
constexpr std::size_t kSampledKeys = 20'000;

/// Keys of which each of all has the same chance (algorithm R of Vitter).
class Sample {
 public:
  void add(std::string_view key) {
    ++seen_;
    if (keys_.size() < kSampledKeys) {
      keys_.emplace_back(key);
      return;
    }
    const std::uint64_t place = random_() % seen_;
    if (place < kSampledKeys) keys_[place] = key;
  }

  std::vector<std::string> bounds(std::size_t ranges) {
    std::sort(keys_.begin(), keys_.end());
    std::vector<std::string> bounds;
    for (std::size_t range = 1; range < ranges && !keys_.empty(); ++range) {
      const std::string& key = keys_[range * keys_.size() / ranges];
      if (key != keys_.front() && (bounds.empty() || bounds.back() != key)) bounds.push_back(key);
    }
    return bounds;
  }

 private:
  std::vector<std::string> keys_;
  std::uint64_t seen_ = 0;
  std::mt19937_64 random_;
};

}  // namespace

KeyBounds key_bounds(const std::string& directory, const SortedPart& part, std::size_t ranges) {
  ProgressBoard board;
  SortKeyEncoder encoder(part.key, board);
  Sample sample;
  KeyBounds found;
  Buffer text(board);
  for (const ChunkFile& chunk : part.from) {
    ChunkReader reader = open_chunk(directory, chunk, board, 0);
    text.clear();
    while (const std::size_t bytes = reader.read(text.reserve(kSampledBytes), kSampledBytes)) {
      text.commit(bytes);
      std::string_view rest = text.view();
      for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        sample.add(encoder.encode(rest.substr(0, end)));
        found.longest_row = std::max<std::uint64_t>(found.longest_row, end + 1);
        rest.remove_prefix(end + 1);
      }
      std::memmove(text.data(), rest.data(), rest.size());
      text.shorten(rest.size());
    }
  }
  found.bounds = sample.bounds(ranges);
  return found;
}

}  // namespace sluice
