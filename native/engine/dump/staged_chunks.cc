#include "dump/staged_chunks.h"

#include <algorithm>
#include <utility>

namespace sluice {

void sort_by_key(std::vector<StagedChunk>& chunks, const std::vector<int>& range_order) {
  std::map<int, std::size_t> position;
  for (std::size_t at = 0; at < range_order.size(); ++at) position[range_order[at]] = at;
  std::sort(chunks.begin(), chunks.end(), [&](const StagedChunk& a, const StagedChunk& b) {
    return std::pair(position[a.range], a.sequence) < std::pair(position[b.range], b.sequence);
  });
}

void StagedChunks::add(int table, StagedChunk chunk) {
  const std::lock_guard lock(mutex_);
  chunks_[table].push_back(std::move(chunk));
}

std::vector<StagedChunk> StagedChunks::take(int table, const std::vector<int>& range_order) {
  std::vector<StagedChunk> chunks;
  {
    const std::lock_guard lock(mutex_);
    auto node = chunks_.extract(table);
    if (node) chunks = std::move(node.mapped());
  }
  sort_by_key(chunks, range_order);
  return chunks;
}

}  // namespace sluice
