#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "innodb/page.h"
#include "innodb/tablespace.h"

namespace sluice {

/// Fill of the leaf pages of an index: data bytes of usable bytes, 0 to 1; a page that was
/// filled in key order has about 15/16, because the server leaves a sixteenth free (MySQL manual, "The
/// Physical Structure of an InnoDB Index").
struct FillFigures {
  static constexpr std::size_t kBins = 20;

  double mean = 0;
  double p10 = 0;                                ///< A tenth of the pages is emptier.
  double below_half = 0;                         ///< The share of pages less than half full.
  std::array<std::uint64_t, kBins> histogram{};  ///< Pages by fill, in steps of 1/20.
  /// Bytes that the pages take beyond what the same data would at 15/16 full; 0 where they are denser.
  std::uint64_t wasted_bytes = 0;
};

/// Order of the leaf pages in the file against that of the keys. Shares are of the steps from one
/// leaf to the next in key order, 0 to 1.
struct OrderFigures {
  /// The next page is not the next one of this index's own in the file (SQL Server's logical fragmentation).
  double out_of_order = 0;
  /// The next page is before this one (PostgreSQL's leaf_fragmentation).
  double backward = 0;
  std::uint64_t runs = 0;  ///< Runs of pages that follow each other without a gap.
  /// Changes of extent along a scan, the first one included, and the extents that there are: read-ahead works
  /// by extents.
  std::uint64_t extent_visits = 0;
  std::uint64_t extents = 0;
  /// Ascending streams that lie side by side in the file, as lanes that wrote at once leave them: how many
  /// steps ahead cross a place between two of the index's pages, the median of all places. 1 is a single
  /// stream; without any order there are very many.
  std::uint64_t lanes = 0;
  /// The next page was last changed before this one: 0 was written once, from front to back.
  double lsn_disorder = 0;
};

/// Both are pure. `leaves` are numbers of leaf pages; those of `order_figures` in key order.
FillFigures fill_figures(std::span<const Page> pages, std::span<const std::uint32_t> leaves,
                         const Tablespace& space);
OrderFigures order_figures(std::span<const Page> pages, std::span<const std::uint32_t> leaves,
                           const Tablespace& space);

/// Returns the fill of one page of an index, 0 to 1.
double fill_of(const Page& page, const Tablespace& space);

}  // namespace sluice
