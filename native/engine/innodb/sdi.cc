#include "innodb/sdi.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "innodb/layout.h"

namespace sluice {
namespace {

constexpr std::size_t kMostDocuments = 1'000;
constexpr std::uint32_t kMostBytes = 16 << 20;

// A compact page: its records are a list from the first to the last system record.
constexpr std::size_t kInfimum = 99;
constexpr std::size_t kSupremum = 112;
/// In front of a record's origin.
constexpr std::size_t kNextRecord = 2;
constexpr std::size_t kInfoBits = 5;
constexpr std::size_t kBlobLength = 6;
constexpr unsigned kDeleted = 0x20;

// A record of the dictionary's table, from its origin: type, id, transaction, roll pointer, both lengths,
// blob.
constexpr std::size_t kRecordId = 4;
constexpr std::size_t kRecordBytes = 25;
constexpr std::size_t kRecordDeflated = 29;
constexpr std::size_t kRecordBlob = 33;

// The length of a blob in front of its record: one byte, or two where the upper bit says so.
constexpr unsigned kTwoBytes = 0x80;
constexpr unsigned kElsewhere = 0x40;
constexpr unsigned kUpperLength = 0x3F;
/// Reference at a blob's end where the rest is on other pages: space, page, offset, length.
constexpr std::size_t kReferenceBytes = 20;
constexpr std::size_t kReferencePage = 4;

// A page with a part of a blob.
constexpr std::size_t kPartLength = layout::kBody;
constexpr std::size_t kPartNext = layout::kBody + 4;
constexpr std::size_t kPartBegin = layout::kBody + 8;

unsigned byte_at(Bytes page, std::size_t at) { return std::to_integer<unsigned>(page[at]); }

/// The part of a record's blob that is in the page itself, and whether there is more of it.
struct LocalBlob {
  std::size_t length = 0;
  bool elsewhere = false;
};

LocalBlob local_blob(Bytes page, std::size_t origin) {
  const unsigned first = byte_at(page, origin - kBlobLength);
  if ((first & kTwoBytes) == 0) return {first, false};
  const unsigned second = byte_at(page, origin - kBlobLength - 1);
  return {(first & kUpperLength) << 8 | second, (first & kElsewhere) != 0};
}

void append(std::vector<std::byte>& to, Bytes from) { to.insert(to.end(), from.begin(), from.end()); }

/// Follows the parts of a blob until `wanted` bytes are there; each must bring some, so this ends.
void append_parts(std::vector<std::byte>& blob, std::uint32_t number, std::size_t wanted,
                  const PageReader& read_page) {
  while (blob.size() < wanted && number != layout::kNoPage) {
    const std::vector<std::byte> bytes = read_page(number);
    const Bytes page(bytes);
    if (page.size() < kPartBegin + layout::kTrailerBytes) return;
    const std::size_t room = page.size() - kPartBegin - layout::kTrailerBytes;
    const std::size_t length = read32(page, kPartLength);
    if (read16(page, layout::kType) != layout::kTypeInstantOrSdiBlob || length == 0 || length > room) return;
    append(blob, page.subspan(kPartBegin, length));
    number = read32(page, kPartNext);
  }
}

/// The record at `origin`, which has at least its fixed part in the page.
std::optional<SdiDocument> document_at(Bytes page, std::size_t origin, const PageReader& read_page) {
  SdiDocument document;
  document.type = read32(page, origin);
  document.id = read64(page, origin + kRecordId);
  document.bytes = read32(page, origin + kRecordBytes);
  const std::uint32_t deflated = read32(page, origin + kRecordDeflated);
  const LocalBlob local = local_blob(page, origin);
  const std::size_t kept = local.elsewhere ? kReferenceBytes : 0;
  const std::size_t begin = origin + kRecordBlob;
  if (deflated > kMostBytes || local.length < kept || local.length > page.size() - begin) return {};
  append(document.deflated, page.subspan(begin, local.length - kept));
  if (local.elsewhere) {
    const std::uint32_t first = read32(page, begin + local.length - kReferenceBytes + kReferencePage);
    append_parts(document.deflated, first, deflated, read_page);
  }
  if (document.deflated.size() != deflated) return {};
  return document;
}

void add_documents(Bytes page, const PageReader& read_page, std::vector<SdiDocument>& documents) {
  std::size_t origin = kInfimum;
  for (unsigned left = read16(page, layout::kRecords); left > 0; --left) {
    // Distances are modulo 64 KiB: a record may lie before the one that names it.
    origin = (origin + read16(page, origin - kNextRecord)) & 0xFFFF;
    if (origin <= kSupremum + kBlobLength || origin + kRecordBlob > page.size()) return;
    if (documents.size() == kMostDocuments) return;
    if ((byte_at(page, origin - kInfoBits) & kDeleted) != 0) continue;
    if (auto document = document_at(page, origin, read_page)) documents.push_back(std::move(*document));
  }
}

}  // namespace

std::vector<SdiDocument> read_sdi(std::span<const Page> pages, const Tablespace& space,
                                  const PageReader& read_page) {
  std::vector<SdiDocument> documents;
  if (!has_fill(space)) return documents;
  for (std::size_t number = 0; number < pages.size() && documents.size() < kMostDocuments; ++number) {
    const Page& page = pages[number];
    if (page.kind != PageKind::kSdi || page.level != 0 || page.is_free || !page.compact) continue;
    const std::vector<std::byte> bytes = read_page(static_cast<std::uint32_t>(number));
    if (!bytes.empty()) add_documents(bytes, read_page, documents);
  }
  return documents;
}

}  // namespace sluice
