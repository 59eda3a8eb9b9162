#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "innodb/file_scan.h"
#include "innodb/index_figures.h"
#include "innodb/order_plot.h"
#include "innodb/page_map.h"
#include "support/message.h"

namespace sluice {

struct TypeCount {
  std::uint16_t type = 0;  ///< As the file has it.
  PageKind kind = PageKind::kUnknown;
  std::uint64_t pages = 0;
};

/// One B-tree of a file.
struct IndexReport {
  std::uint64_t index_id = 0;
  std::uint32_t levels = 0;
  std::uint64_t pages = 0;  ///< On all levels.
  std::uint64_t leaf_pages = 0;
  // Records of its leaf pages. Deleted rows count as records until they are purged.
  std::uint64_t records = 0;
  std::uint64_t data_bytes = 0;
  std::uint64_t garbage_bytes = 0;
  /// Nothing where it can't be known, with the reason.
  std::optional<FillFigures> fill;
  Message fill_unknown;
  std::optional<OrderFigures> order;
  Message order_unknown;
  /// There where it was asked for and the order is known.
  std::optional<OrderPlot> plot;
};

/// Pages by how far they can be believed.
struct StateCounts {
  std::uint64_t verified = 0;
  std::uint64_t unverified = 0;
  std::uint64_t zero = 0;
  std::uint64_t wrong_number = 0;
  std::uint64_t damaged = 0;
};

/// Content of a tablespace file, in figures.
struct FileReport {
  Tablespace space;
  std::uint64_t file_bytes = 0;
  std::uint64_t pages = 0;
  StateCounts states;
  std::uint64_t read_again = 0;
  std::uint64_t mended = 0;
  std::vector<TypeCount> types;        ///< By type, ascending.
  std::uint64_t compressed_pages = 0;  ///< In use, and hidden by page compression.
  std::uint64_t encrypted_pages = 0;
  ExtentCounts extents;
  std::uint64_t oldest_lsn = 0;  ///< 0 where no page has one.
  std::uint64_t newest_lsn = 0;
  /// By id, so that the clustered index comes first: it is made first. Empty where the pages are hidden.
  std::vector<IndexReport> indexes;
  Message indexes_unknown;
  /// Dictionary documents (SDI) that MySQL keeps in the file, with names among others. Empty for other files.
  std::vector<SdiDocument> documents;
  std::optional<PageMap> map;
  std::vector<Page> listed;
  double scan_seconds = 0;
  double seconds = 0;
};

/// Parts of a report that are wanted beyond the figures.
struct ReportOptions {
  std::size_t max_cells = 0;    ///< Cells of the map; 0 is no map.
  std::size_t max_points = 0;   ///< Points of each index's plot; 0 is no plot.
  std::uint64_t list_from = 0;  ///< Single pages to list.
  std::uint64_t list_count = 0;
};

/// Turns a scan into figures. Pure.
FileReport report_on(const Scan& scan, const ReportOptions& options);

}  // namespace sluice
