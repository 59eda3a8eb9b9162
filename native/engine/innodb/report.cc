#include "innodb/report.h"

#include <algorithm>
#include <map>
#include <utility>

#include "innodb/leaf_chain.h"

namespace sluice {
namespace {

/// The pages of one index, before its figures are known.
struct IndexPages {
  IndexReport report;
  std::vector<std::uint32_t> leaves;
};

void count_state(StateCounts& states, PageState state) {
  switch (state) {
    case PageState::kVerified:
      ++states.verified;
      break;
    case PageState::kUnverified:
      ++states.unverified;
      break;
    case PageState::kZero:
      ++states.zero;
      break;
    case PageState::kWrongNumber:
      ++states.wrong_number;
      break;
    case PageState::kDamaged:
    case PageState::kUnread:
      ++states.damaged;
      break;
  }
}

void count_pages(const Scan& scan, FileReport& report) {
  std::map<std::pair<std::uint16_t, PageKind>, std::uint64_t> types;
  for (const Page& page : scan.pages) {
    count_state(report.states, page.state);
    if (is_readable(page.state) || page.state == PageState::kZero) ++types[{page.type, page.kind}];
    if (!page.is_free && page.kind == PageKind::kCompressed) ++report.compressed_pages;
    if (!page.is_free && page.kind == PageKind::kEncrypted) ++report.encrypted_pages;
    if (page.lsn == 0) continue;
    report.newest_lsn = std::max(report.newest_lsn, page.lsn);
    report.oldest_lsn = report.oldest_lsn == 0 ? page.lsn : std::min(report.oldest_lsn, page.lsn);
  }
  for (const auto& [type, pages] : types) report.types.push_back({type.first, type.second, pages});
}

/// By id, ascending.
std::map<std::uint64_t, IndexPages> gather_indexes(const Scan& scan) {
  std::map<std::uint64_t, IndexPages> indexes;
  for (std::size_t number = 0; number < scan.pages.size(); ++number) {
    const Page& page = scan.pages[number];
    if (page.kind != PageKind::kIndex || page.is_free) continue;
    IndexPages& index = indexes[page.index_id];
    IndexReport& report = index.report;
    report.index_id = page.index_id;
    report.levels = std::max(report.levels, page.level + 1U);
    ++report.pages;
    if (page.level != 0) continue;
    ++report.leaf_pages;
    report.records += page.records;
    report.data_bytes += page.data_bytes;
    report.garbage_bytes += page.garbage_bytes;
    index.leaves.push_back(static_cast<std::uint32_t>(number));
  }
  return indexes;
}

/// Adds the figures of one index; returns its leaves in key order, or nothing where that is not known.
std::vector<std::uint32_t> judge(const Scan& scan, IndexPages& index) {
  IndexReport& report = index.report;
  if (has_fill(scan.space)) {
    report.fill = fill_figures(scan.pages, index.leaves, scan.space);
  } else {
    report.fill_unknown = "fillOfCompressedRows";
  }
  LeafChain chain = follow_leaves(scan.pages, report.index_id, index.leaves);
  if (!chain.broken.empty()) {
    report.order_unknown = {"chainBroken", {{"reason", std::move(chain.broken)}}};
    return {};
  }
  report.order = order_figures(scan.pages, chain.pages, scan.space);
  return std::move(chain.pages);
}

Message hidden(const FileReport& report) {
  if (report.encrypted_pages > 0) return {"pagesEncrypted", {{"pages", report.encrypted_pages}}};
  if (report.compressed_pages > 0) return {"pagesCompressed", {{"pages", report.compressed_pages}}};
  return {};
}

std::vector<Page> list_pages(const Scan& scan, const ReportOptions& options) {
  const std::uint64_t first = std::min<std::uint64_t>(options.list_from, scan.pages.size());
  const std::uint64_t count = std::min<std::uint64_t>(options.list_count, scan.pages.size() - first);
  const auto begin = scan.pages.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace

FileReport report_on(const Scan& scan, const ReportOptions& options) {
  FileReport report;
  report.space = scan.space;
  report.file_bytes = scan.file_bytes;
  report.pages = scan.pages.size();
  report.read_again = scan.read_again;
  report.mended = scan.mended;
  report.extents = scan.extents;
  report.scan_seconds = scan.seconds;
  report.documents = scan.documents;
  count_pages(scan, report);
  report.indexes_unknown = hidden(report);
  std::vector<MappedIndex> mapped;
  if (report.indexes_unknown.empty()) {
    for (auto& [id, index] : gather_indexes(scan)) {
      mapped.push_back({id, judge(scan, index)});
      if (options.max_points > 0 && index.report.order) {
        index.report.plot = plot_order(mapped.back().leaves, options.max_points);
      }
      report.indexes.push_back(std::move(index.report));
    }
  }
  if (options.max_cells > 0) report.map = map_pages(scan, mapped, options.max_cells);
  report.listed = list_pages(scan, options);
  return report;
}

}  // namespace sluice
