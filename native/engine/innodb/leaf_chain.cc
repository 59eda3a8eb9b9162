#include "innodb/leaf_chain.h"

#include "innodb/layout.h"

namespace sluice {
namespace {

/// Returns the reason why `number` can't be the leaf behind `before`; empty where there is none.
Message objection(std::span<const Page> pages, std::uint64_t index_id, std::uint32_t before,
                  std::uint32_t number) {
  if (number >= pages.size()) return {"nextPageBehindEnd", {{"page", before}}};
  const Page& page = pages[number];
  if (!is_readable(page.state)) return {"leafUnreadable", {{"page", number}}};
  if (!is_leaf(page) || page.index_id != index_id) return {"notALeaf", {{"page", number}}};
  if (page.prev != before) return {"otherPreviousPage", {{"page", number}}};
  return {};
}

}  // namespace

LeafChain follow_leaves(std::span<const Page> pages, std::uint64_t index_id,
                        std::span<const std::uint32_t> leaves) {
  LeafChain chain;
  std::uint32_t number = layout::kNoPage;
  std::size_t beginnings = 0;
  for (const std::uint32_t leaf : leaves) {
    if (pages[leaf].prev != layout::kNoPage) continue;
    number = leaf;
    ++beginnings;
  }
  if (beginnings != 1) {
    chain.broken = {"severalFirstLeaves", {{"pages", beginnings}}};
    return chain;
  }
  chain.pages.reserve(leaves.size());
  chain.pages.push_back(number);
  // Each page must name the one before it, so the chain can't come back to itself.
  while (pages[number].next != layout::kNoPage) {
    const std::uint32_t next = pages[number].next;
    chain.broken = objection(pages, index_id, number, next);
    if (!chain.broken.empty()) return chain;
    chain.pages.push_back(next);
    number = next;
  }
  if (chain.pages.size() != leaves.size()) {
    chain.broken = {"leavesOutsideChain", {{"pages", leaves.size() - chain.pages.size()}}};
  }
  return chain;
}

}  // namespace sluice
