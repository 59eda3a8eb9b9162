#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "innodb/page.h"
#include "support/message.h"

namespace sluice {

/// The leaf pages of one index in key order.
struct LeafChain {
  /// Page numbers, from the first leaf on as far as each page names the next one and that one names it back.
  std::vector<std::uint32_t> pages;
  /// Why the chain is not all of the index's leaves; empty where it is. Then the order is known.
  Message broken;
};

/// Follows the leaves of an index. `leaves` are the numbers of all its leaf pages, ascending. A live file may
/// show two moments at once, and freed pages keep their bytes: whatever does not fit ends the chain. Pure.
LeafChain follow_leaves(std::span<const Page> pages, std::uint64_t index_id,
                        std::span<const std::uint32_t> leaves);

}  // namespace sluice
