#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "innodb/bytes.h"
#include "innodb/page.h"
#include "innodb/tablespace.h"

namespace sluice {

/// One document of the dictionary that MySQL 8 and later keep in each tablespace (SDI), as the file has it:
/// JSON, deflated by zlib.
struct SdiDocument {
  std::uint32_t type = 0;  ///< 1 describes a table, 2 a tablespace.
  std::uint64_t id = 0;
  std::uint32_t bytes = 0;  ///< When inflated.
  std::vector<std::byte> deflated;
};

/// Reads a page of the file again, all of it; empty where it can't be believed any more.
using PageReader = std::function<std::vector<std::byte>(std::uint32_t number)>;

/// The documents of a tablespace. Empty where there are none: MariaDB has no such pages, encryption hides
/// them, and in ROW_FORMAT=COMPRESSED they are compressed as pages. What can't be believed is left out, as is
/// what is longer than 16 MiB and what comes after the first 1000 documents. Facts: ibd2sdi.cc of
/// mysql-server.
std::vector<SdiDocument> read_sdi(std::span<const Page> pages, const Tablespace& space,
                                  const PageReader& read_page);

}  // namespace sluice
