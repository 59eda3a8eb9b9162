#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "innodb/checksum.h"
#include "innodb/extents.h"
#include "innodb/page.h"
#include "innodb/sdi.h"
#include "innodb/tablespace.h"

namespace sluice {

/// Options of a scan.
struct ScanOptions {
  int threads = 1;
  PageCheck check = PageCheck::kChecksum;
  /// Before a page that looks torn is read again: one that is being written is whole long before.
  std::chrono::milliseconds pause{30};
};

/// All pages of one tablespace file.
struct Scan {
  Tablespace space;
  std::uint64_t file_bytes = 0;
  std::vector<Page> pages;
  ExtentCounts extents;
  /// Dictionary documents (SDI) that MySQL keeps in the file.
  std::vector<SdiDocument> documents;
  /// Pages whose first reading was torn or stale, and those of them that a later one found whole.
  std::uint64_t read_again = 0;
  std::uint64_t mended = 0;
  double seconds = 0;
};

/// Called after each block with the pages and bytes of it, on any of the scan's threads.
using ScanProgress = std::function<void(std::uint64_t pages, std::uint64_t bytes)>;

/// Reads a tablespace file once from start to end, on several threads that take turns by blocks, so that the
/// disk sees one sequential pass. The file is only read, never locked: a server may write it meanwhile. Pages
/// that look torn or stale are read again, up to three times with a pause before each; what is still wrong
/// then says so in its `state`.
///
/// Blocks. Holds 40 bytes for each page of the file and 1 MiB for each thread. Ends early, with "cancelled",
/// once `stop` is set. Throws EngineError with the file's name as its chunk: "file-failed" where it can't be
/// read, "not-a-tablespace", "page-size-unsupported", and "tablespace-damaged" where the file is shorter than
/// its first page says or that page is damaged itself.
Scan scan_file(const std::string& path, const ScanOptions& options, const ScanProgress& on_block,
               const std::atomic<bool>& stop);

}  // namespace sluice
