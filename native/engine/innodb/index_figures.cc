#include "innodb/index_figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sluice {
namespace {

/// Part of a page that the server fills in key order.
constexpr double kDense = 15.0 / 16.0;

double share(std::uint64_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double tenth_percentile(std::vector<double>& fills) {
  // The nearest rank: with n values the one at ceil(n / 10), counted from 1.
  const std::size_t rank = (fills.size() + 9) / 10 - 1;
  const auto place = fills.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(fills.begin(), place, fills.end());
  return *place;
}

std::uint64_t wasted(double pages, double dense_pages, const Tablespace& space) {
  return static_cast<std::uint64_t>(std::llround(std::max(0.0, pages - dense_pages) * space.file_page_size));
}

/// Places of the leaves among the index's own pages in the file; `leaves` are in key order.
std::vector<std::uint32_t> ranks_of(std::span<const std::uint32_t> leaves,
                                    std::span<const std::uint32_t> sorted) {
  std::vector<std::uint32_t> ranks;
  ranks.reserve(leaves.size());
  for (std::size_t at = 0; at < leaves.size(); ++at) {
    const bool is_next = at > 0 && leaves[at] == leaves[at - 1] + 1;
    const auto found =
        is_next ? 0 : std::lower_bound(sorted.begin(), sorted.end(), leaves[at]) - sorted.begin();
    ranks.push_back(is_next ? ranks.back() + 1 : static_cast<std::uint32_t>(found));
  }
  return ranks;
}

/// A page that was split, or a stream that ends, is left by a longer step, which says nothing of lanes.
std::uint32_t longest_step(std::size_t leaves) {
  constexpr std::size_t kLeast = 64;
  constexpr std::size_t kMost = 4096;
  return static_cast<std::uint32_t>(std::clamp(leaves / 4, kLeast, kMost));
}

std::uint64_t count_lanes(std::span<const std::uint32_t> ranks) {
  if (ranks.size() < 2) return ranks.size();
  const std::uint32_t longest = longest_step(ranks.size());
  std::vector<std::int64_t> crossings(ranks.size() - 1);
  for (std::size_t at = 1; at < ranks.size(); ++at) {
    const std::uint32_t from = ranks[at - 1];
    const std::uint32_t to = ranks[at];
    if (to <= from || to - from > longest) continue;
    ++crossings[from];
    if (to < crossings.size()) --crossings[to];
  }
  std::partial_sum(crossings.begin(), crossings.end(), crossings.begin());
  const auto middle = crossings.begin() + static_cast<std::ptrdiff_t>(crossings.size() / 2);
  std::nth_element(crossings.begin(), middle, crossings.end());
  return static_cast<std::uint64_t>(*middle);
}

std::uint64_t count_extents(std::span<const std::uint32_t> sorted, std::uint32_t extent_pages) {
  std::uint64_t extents = 0;
  for (std::size_t at = 0; at < sorted.size(); ++at) {
    if (at == 0 || sorted[at] / extent_pages != sorted[at - 1] / extent_pages) ++extents;
  }
  return extents;
}

}  // namespace

double fill_of(const Page& page, const Tablespace& space) {
  return static_cast<double>(page.data_bytes) / usable_bytes(space, page.compact);
}

FillFigures fill_figures(std::span<const Page> pages, std::span<const std::uint32_t> leaves,
                         const Tablespace& space) {
  FillFigures figures;
  if (leaves.empty()) return figures;
  std::vector<double> fills;
  fills.reserve(leaves.size());
  std::uint64_t below_half = 0;
  for (const std::uint32_t leaf : leaves) {
    const double fill = fill_of(pages[leaf], space);
    const auto bin = static_cast<std::size_t>(fill * FillFigures::kBins);
    ++figures.histogram[std::min(bin, FillFigures::kBins - 1)];
    if (fill < 0.5) ++below_half;
    fills.push_back(fill);
  }
  const double sum = std::accumulate(fills.begin(), fills.end(), 0.0);
  const auto count = static_cast<double>(fills.size());
  figures.mean = sum / count;
  figures.below_half = share(below_half, fills.size());
  figures.wasted_bytes = wasted(count, std::max(1.0, sum / kDense), space);
  figures.p10 = tenth_percentile(fills);
  return figures;
}

OrderFigures order_figures(std::span<const Page> pages, std::span<const std::uint32_t> leaves,
                           const Tablespace& space) {
  OrderFigures figures;
  if (leaves.empty()) return figures;
  std::vector<std::uint32_t> sorted(leaves.begin(), leaves.end());
  std::sort(sorted.begin(), sorted.end());
  figures.extents = count_extents(sorted, space.extent_pages);
  figures.extent_visits = 1;
  figures.runs = 1;
  const std::vector<std::uint32_t> ranks = ranks_of(leaves, sorted);
  figures.lanes = count_lanes(ranks);
  std::uint64_t out_of_order = 0;
  std::uint64_t backward = 0;
  std::uint64_t older = 0;
  for (std::size_t at = 1; at < leaves.size(); ++at) {
    const std::uint32_t from = leaves[at - 1];
    const std::uint32_t to = leaves[at];
    if (ranks[at] != ranks[at - 1] + 1) ++out_of_order;
    if (to < from) ++backward;
    if (to != from + 1) ++figures.runs;
    if (to / space.extent_pages != from / space.extent_pages) ++figures.extent_visits;
    if (pages[to].lsn < pages[from].lsn) ++older;
  }
  const std::size_t steps = leaves.size() - 1;
  figures.out_of_order = share(out_of_order, steps);
  figures.backward = share(backward, steps);
  figures.lsn_disorder = share(older, steps);
  return figures;
}

}  // namespace sluice
