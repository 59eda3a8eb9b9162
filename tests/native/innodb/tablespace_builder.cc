#include "innodb/tablespace_builder.h"

#include <array>

#include "innodb/layout.h"

namespace sluice::test {
namespace {

constexpr std::uint32_t kSpaceId = 7;
using layout::kNoPage;
constexpr std::uint32_t kMySqlVersion = 90704;

/// CRC-32C by its definition, a byte at a time.
std::uint32_t crc_of(const std::string& bytes, std::size_t from, std::size_t to) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      std::uint32_t crc = byte;
      for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0x82F63B78 : crc >> 1;
      made.at(byte) = crc;
    }
    return made;
  }();
  std::uint32_t crc = ~0U;
  for (std::size_t at = from; at < to; ++at) {
    crc = crc >> 8 ^ table.at((crc ^ static_cast<unsigned char>(bytes[at])) & 0xFF);
  }
  return ~crc;
}

/// Adler-32 of these parts of a page, beginning with 0.
std::uint32_t adler_of(const std::string& page,
                       std::initializer_list<std::pair<std::size_t, std::size_t>> parts) {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  for (const auto& [from, to] : parts)
    for (std::size_t at = from; at < to; ++at) {
      low += static_cast<unsigned char>(page[at]);
      high += low;
    }
  return static_cast<std::uint32_t>(high % 65521 << 16 | low % 65521);
}

/// The hash of checksum kind "innodb" in the server's own width.
std::uint64_t fold_of(const std::string& bytes, std::size_t from, std::size_t to) {
  std::uint64_t fold = 0;
  for (std::size_t at = from; at < to; ++at) {
    const std::uint64_t next = static_cast<unsigned char>(bytes[at]);
    fold = ((((fold ^ next ^ 1653893711ULL) << 8) + fold) ^ 1463735687ULL) + next;
  }
  return fold;
}

std::uint32_t log2_of(std::uint32_t size) {
  std::uint32_t power = 0;
  while (512U << power < size) ++power;
  return power;
}

std::uint32_t default_flags(const Shape& shape) {
  const std::uint32_t size = log2_of(shape.page_size);
  if (shape.format == Format::kFullCrc32) return 0x10 | size;
  const std::uint32_t zip = shape.file_page_size < shape.page_size ? log2_of(shape.file_page_size) : 0;
  const std::uint32_t own = shape.page_size == 16U << 10 ? 0 : size;
  const std::uint32_t sdi = shape.format == Format::kMySql ? 0x4000 : 0;
  return 0x21 | zip << 1 | own << 6 | sdi;
}

}  // namespace

void poke_bytes(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  for (std::size_t byte = 0; byte < size; ++byte) {
    bytes.at(at + byte) = static_cast<char>(value >> 8 * (size - 1 - byte) & 0xFF);
  }
}

TablespaceBuilder::TablespaceBuilder(Shape shape, std::uint32_t pages) : shape_(shape), pages_(pages) {
  if (shape_.file_page_size == 0) shape_.file_page_size = shape_.page_size;
  flags_ = default_flags(shape_);
}

std::string TablespaceBuilder::blank(std::uint32_t number, std::uint16_t type, std::uint64_t lsn) const {
  std::string page(shape_.file_page_size, '\0');
  // Something to protect: a page of zeros would hide a checksum that leaves bytes out.
  for (std::size_t at = 200; at < page.size() - 8; at += 97) page[at] = static_cast<char>(at * 31 + number);
  poke_bytes(page, 4, number, 4);
  poke_bytes(page, 8, kNoPage, 4);
  poke_bytes(page, 12, kNoPage, 4);
  poke_bytes(page, 16, lsn, 8);
  poke_bytes(page, 24, type, 2);
  poke_bytes(page, 34, kSpaceId, 4);
  return page;
}

void TablespaceBuilder::put(std::uint32_t number, const IndexPage& from) {
  std::string page = blank(number, from.type, from.lsn);
  const std::uint32_t records_begin = from.compact ? 120 : 125;
  poke_bytes(page, 8, from.prev, 4);
  poke_bytes(page, 12, from.next, 4);
  poke_bytes(page, 38, 2, 2);
  poke_bytes(page, 40, records_begin + from.garbage_bytes + from.data_bytes, 2);
  poke_bytes(page, 42, (from.compact ? 0x8000U : 0U) | (from.records + 2U), 2);
  poke_bytes(page, 46, from.garbage_bytes, 2);
  poke_bytes(page, 54, from.records, 2);
  poke_bytes(page, 64, from.level, 2);
  poke_bytes(page, 66, from.index_id, 8);
  made_[number] = std::move(page);
}

void TablespaceBuilder::put_sdi(std::uint32_t number, const std::vector<SdiRecord>& records) {
  put(number,
      {.index_id = 0xFFFFFFFFFFFFFFFF, .records = static_cast<std::uint16_t>(records.size()), .type = 17853});
  std::string& page = made_.at(number);
  std::size_t before = 99;  // The first system record; the last one is at 112.
  std::size_t heap = 120;
  for (const SdiRecord& record : records) {
    const bool is_elsewhere = record.elsewhere != 0;
    const std::size_t length = is_elsewhere ? 20 : record.deflated.size();
    const std::size_t origin = heap + 7;
    poke_bytes(page, origin - 6, 0x80 | (is_elsewhere ? 0x40U : 0U) | length >> 8, 1);
    poke_bytes(page, origin - 7, length & 0xFF, 1);
    poke_bytes(page, origin - 5, record.deleted ? 0x20 : 0, 1);
    poke_bytes(page, origin, record.type, 4);
    poke_bytes(page, origin + 4, record.id, 8);
    poke_bytes(page, origin + 25, record.bytes, 4);
    poke_bytes(page, origin + 29, record.deflated.size(), 4);
    if (is_elsewhere) {
      poke_bytes(page, origin + 33 + 4, record.elsewhere, 4);
      put_blob(record.elsewhere, record.deflated);
    } else {
      page.replace(origin + 33, length, record.deflated);
    }
    poke_bytes(page, before - 2, (origin - before) & 0xFFFF, 2);
    before = origin;
    heap = origin + 33 + length;
  }
  poke_bytes(page, before - 2, (112 - before) & 0xFFFF, 2);
}

void TablespaceBuilder::put_blob(std::uint32_t first, const std::string& blob) {
  const std::size_t room = shape_.file_page_size - 46 - 8;
  for (std::size_t at = 0; at < blob.size(); at += room, ++first) {
    const std::string part = blob.substr(at, room);
    std::string page = blank(first, 18, 5'000);
    poke_bytes(page, 38, part.size(), 4);
    poke_bytes(page, 42, at + room < blob.size() ? first + 1 : kNoPage, 4);
    page.replace(46, part.size(), part);
    made_[first] = std::move(page);
  }
}

void TablespaceBuilder::put_type(std::uint32_t number, std::uint16_t type, std::uint64_t lsn) {
  made_[number] = blank(number, type, lsn);
}

void TablespaceBuilder::poke(std::uint32_t number, std::size_t at, std::uint64_t value, std::size_t size) {
  poke_bytes(made_.at(number), at, value, size);
}

bool TablespaceBuilder::in_use(std::uint32_t number) const {
  return number % shape_.file_page_size == 0 || (made_.count(number) > 0 && free_.count(number) == 0);
}

void TablespaceBuilder::describe(std::string& page, std::uint32_t first) const {
  const std::uint32_t extent_pages = shape_.page_size < 16U << 10 ? (1U << 20) / shape_.page_size : 64;
  const std::uint32_t entry_bytes = 24 + extent_pages / 4;
  std::fill(page.begin() + 150, page.end() - 8, '\0');
  for (std::uint32_t entry = 0; entry < shape_.file_page_size / extent_pages; ++entry) {
    const std::uint32_t begin = first + entry * extent_pages;
    if (begin >= pages_) break;
    const std::size_t at = 150 + std::size_t{entry} * entry_bytes;
    bool any_used = false;
    for (std::uint32_t of = 0; of < extent_pages; ++of) {
      const bool used = in_use(begin + of);
      any_used = any_used || used;
      // Two bits for each page: the lower one says free, the upper one is always set.
      char& byte = page[at + 24 + of / 4];
      byte = static_cast<char>(static_cast<unsigned char>(byte) | (used ? 2U : 3U) << of % 4 * 2);
    }
    poke_bytes(page, at + 20, any_used ? 2 : 1, 4);
  }
}

std::string TablespaceBuilder::header_page() const {
  std::string page = blank(0, 8, 5'000);
  const bool is_mysql = shape_.format == Format::kMySql;
  poke_bytes(page, 8, is_mysql ? kMySqlVersion : kNoPage, 4);
  poke_bytes(page, 12, is_mysql ? 1 : kNoPage, 4);
  poke_bytes(page, 38, kSpaceId, 4);
  poke_bytes(page, 46, pages_, 4);
  poke_bytes(page, 50, pages_, 4);
  poke_bytes(page, 54, flags_, 4);
  describe(page, 0);
  return page;
}

void TablespaceBuilder::seal(std::string& page) const {
  const std::size_t size = page.size();
  if (shape_.file_page_size < shape_.page_size) {
    const std::uint32_t checksum = shape_.format == Format::kInnodb
                                       ? adler_of(page, {{4, 16}, {24, 26}, {34, size}})
                                       : crc_of(page, 4, 16) ^ crc_of(page, 24, 26) ^ crc_of(page, 34, size);
    poke_bytes(page, 0, checksum, 4);
    return;
  }
  const std::string low_lsn = page.substr(20, 4);
  if (shape_.format == Format::kFullCrc32) {
    page.replace(size - 8, 4, low_lsn);
    poke_bytes(page, size - 4, crc_of(page, 0, size - 4), 4);
    return;
  }
  page.replace(size - 4, 4, low_lsn);
  if (shape_.format == Format::kNoChecksum) {
    poke_bytes(page, 0, 0xDEADBEEF, 4);
    poke_bytes(page, size - 8, 0xDEADBEEF, 4);
  } else if (shape_.format == Format::kInnodb) {
    poke_bytes(page, 0, fold_of(page, 4, 26) + fold_of(page, 38, size - 8), 4);
    poke_bytes(page, size - 8, fold_of(page, 0, 26), 4);
  } else {
    const std::uint32_t crc = crc_of(page, 4, 26) ^ crc_of(page, 38, size - 8);
    poke_bytes(page, 0, crc, 4);
    poke_bytes(page, size - 8, crc, 4);
  }
}

std::string TablespaceBuilder::bytes() const {
  std::string file(std::size_t{pages_} * shape_.file_page_size, '\0');
  const auto place = [&](std::uint32_t number, std::string page) {
    seal(page);
    file.replace(std::size_t{number} * shape_.file_page_size, page.size(), page);
  };
  place(0, header_page());
  for (std::uint32_t first = shape_.file_page_size; first < pages_; first += shape_.file_page_size) {
    std::string page = blank(first, 9, 5'000);
    describe(page, first);
    place(first, std::move(page));
  }
  for (const auto& [number, page] : made_) place(number, page);
  return file;
}

}  // namespace sluice::test
