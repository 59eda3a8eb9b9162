#include "innodb/page_map.h"

#include <algorithm>
#include <array>
#include <limits>

#include "innodb/index_figures.h"

namespace sluice {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
constexpr std::int32_t kNoIndex = -1;
constexpr std::size_t kKinds = static_cast<std::size_t>(PageKind::kOther) + 1;

struct LsnSpan {
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t newest = 0;
};

LsnSpan lsn_span(std::span<const Page> pages) {
  LsnSpan span;
  for (const Page& page : pages) {
    if (page.lsn == 0) continue;
    span.oldest = std::min(span.oldest, page.lsn);
    span.newest = std::max(span.newest, page.lsn);
  }
  return span;
}

float mean(double sum, std::size_t count) {
  return count == 0 ? kNothing : static_cast<float>(sum / static_cast<double>(count));
}

/// Sums over the pages of one cell.
struct CellSums {
  std::array<std::uint32_t, kKinds> kinds{};
  std::uint32_t used = 0;
  std::uint64_t newest_lsn = 0;
  std::size_t leaves = 0;  ///< Those that tell how full they are.
  double fill = 0;
  double lowest_fill = std::numeric_limits<double>::infinity();
};

CellSums sum_up(std::span<const Page> pages, const Tablespace& space) {
  CellSums sums;
  for (const Page& page : pages) {
    if (page.is_free || page.kind == PageKind::kUnused) continue;
    ++sums.used;
    ++sums.kinds[static_cast<std::size_t>(page.kind)];
    sums.newest_lsn = std::max(sums.newest_lsn, page.lsn);
    if (!is_leaf(page) || !has_fill(space)) continue;
    const double fill = fill_of(page, space);
    sums.fill += fill;
    sums.lowest_fill = std::min(sums.lowest_fill, fill);
    ++sums.leaves;
  }
  return sums;
}

PageKind commonest_kind(const CellSums& sums) {
  if (sums.used == 0) return PageKind::kUnused;
  return static_cast<PageKind>(std::max_element(sums.kinds.begin(), sums.kinds.end()) - sums.kinds.begin());
}

/// Makes one cell after the other.
class Mapper {
 public:
  Mapper(const Scan& scan, std::span<const MappedIndex> indexes, std::size_t max_cells)
      : scan_(scan), indexes_(indexes), lsns_(lsn_span(scan.pages)), votes_(indexes.size()) {
    const std::size_t cells = std::max<std::size_t>(max_cells, 1);
    per_cell_ = std::max<std::size_t>((scan.pages.size() + cells - 1) / cells, 1);
    place_keys();
  }

  PageMap run() {
    map_.pages_per_cell = static_cast<std::uint32_t>(per_cell_);
    const std::span<const Page> pages(scan_.pages);
    for (std::size_t first = 0; first < pages.size(); first += per_cell_) {
      add_cell(first, std::min(first + per_cell_, pages.size()));
    }
    return std::move(map_);
  }

 private:
  void place_keys() {
    key_position_.assign(scan_.pages.size(), kNothing);
    for (const MappedIndex& index : indexes_) {
      const auto last = static_cast<float>(std::max<std::size_t>(index.leaves.size(), 2) - 1);
      for (std::size_t rank = 0; rank < index.leaves.size(); ++rank) {
        key_position_[index.leaves[rank]] = static_cast<float>(rank) / last;
      }
    }
  }

  std::int32_t index_of(const Page& page) const {
    if (page.kind != PageKind::kIndex) return kNoIndex;
    const auto found =
        std::lower_bound(indexes_.begin(), indexes_.end(), page.index_id,
                         [](const MappedIndex& index, std::uint64_t id) { return index.index_id < id; });
    if (found == indexes_.end() || found->index_id != page.index_id) return kNoIndex;
    return static_cast<std::int32_t>(found - indexes_.begin());
  }

  void add_cell(std::size_t first, std::size_t end) {
    const CellSums sums = sum_up(std::span(scan_.pages).subspan(first, end - first), scan_.space);
    const std::int32_t index = commonest_index(first, end);
    map_.used.push_back(sums.used);
    map_.kind.push_back(static_cast<std::uint8_t>(commonest_kind(sums)));
    map_.index.push_back(index);
    map_.fill.push_back(mean(sums.fill, sums.leaves));
    map_.lowest_fill.push_back(sums.leaves == 0 ? kNothing : static_cast<float>(sums.lowest_fill));
    map_.key_position.push_back(position_of(index, first, end));
    map_.lsn_age.push_back(age_of(sums.newest_lsn));
  }

  std::int32_t commonest_index(std::size_t first, std::size_t end) {
    std::int32_t best = kNoIndex;
    for (std::size_t at = first; at < end; ++at) {
      const Page& page = scan_.pages[at];
      const std::int32_t index = page.is_free ? kNoIndex : index_of(page);
      if (index == kNoIndex) continue;
      ++votes_[static_cast<std::size_t>(index)];
      touched_.push_back(index);
    }
    for (const std::int32_t index : touched_) {
      const auto votes = [this](std::int32_t of) { return votes_[static_cast<std::size_t>(of)]; };
      if (best == kNoIndex || votes(index) > votes(best)) best = index;
    }
    for (const std::int32_t index : touched_) votes_[static_cast<std::size_t>(index)] = 0;
    touched_.clear();
    return best;
  }

  float position_of(std::int32_t index, std::size_t first, std::size_t end) const {
    if (index == kNoIndex) return kNothing;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t at = first; at < end; ++at) {
      if (!(key_position_[at] >= 0) || index_of(scan_.pages[at]) != index) continue;
      sum += key_position_[at];
      ++count;
    }
    return mean(sum, count);
  }

  float age_of(std::uint64_t lsn) const {
    if (lsn == 0) return kNothing;
    const std::uint64_t whole = lsns_.newest - lsns_.oldest;
    return whole == 0
               ? 1.0F
               : static_cast<float>(static_cast<double>(lsn - lsns_.oldest) / static_cast<double>(whole));
  }

  const Scan& scan_;
  const std::span<const MappedIndex> indexes_;
  const LsnSpan lsns_;
  std::size_t per_cell_ = 1;
  std::vector<float> key_position_;
  /// For the cell in hand: pages by index, and the indexes that have any.
  std::vector<std::uint32_t> votes_;
  std::vector<std::int32_t> touched_;
  PageMap map_;
};

}  // namespace

PageMap map_pages(const Scan& scan, std::span<const MappedIndex> indexes, std::size_t max_cells) {
  return Mapper(scan, indexes, max_cells).run();
}

}  // namespace sluice
