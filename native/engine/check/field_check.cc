#include "check/field_check.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "check/field_parts.h"
#include "row/utf8.h"

namespace sluice {
namespace {

using check::FoundMisfit;

/// Characters of Windows-1252, the servers' latin1, that are not those of the same number.
constexpr std::array<std::uint32_t, 27> kWindows1252{0x0152, 0x0153, 0x0160, 0x0161, 0x0178, 0x017D, 0x017E,
                                                     0x0192, 0x02C6, 0x02DC, 0x2013, 0x2014, 0x2018, 0x2019,
                                                     0x201A, 0x201C, 0x201D, 0x201E, 0x2020, 0x2021, 0x2022,
                                                     0x2026, 0x2030, 0x2039, 0x203A, 0x20AC, 0x2122};

bool has(FieldCharset charset, std::uint32_t point) {
  switch (charset) {
    case FieldCharset::kAll:
      return true;
    case FieldCharset::kAscii:
      return point < 0x80;
    case FieldCharset::kUtf8mb3:
      return point < 0x10000;
    case FieldCharset::kLatin1:
      return point < 0x100 || std::binary_search(kWindows1252.begin(), kWindows1252.end(), point);
  }
  return true;
}

/// `text` is UTF-8.
bool has_all(FieldCharset charset, std::string_view text) {
  std::uint32_t point = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    point = bytes == 1 ? lead : lead & (0xFFU >> (bytes + 1));
    for (std::size_t next = 1; next < bytes; ++next) {
      point = (point << 6U) | (static_cast<unsigned char>(text[at + next]) & 0x3FU);
    }
    if (!has(charset, point)) return false;
    at += bytes;
  }
  return true;
}

FoundMisfit text_misfit(const FieldCheck& field, std::string_view value) {
  std::string_view counted = value;
  if (field.trims_spaces) counted = counted.substr(0, counted.find_last_not_of(' ') + 1);
  const Utf8 utf8 = utf8_of(counted);
  if (field.most_characters > 0 && utf8.characters > field.most_characters) return Misfit::kLength;
  if (field.most_bytes > 0 && counted.size() > field.most_bytes) return Misfit::kLength;
  // Nothing is known here of a file in another character set.
  if (utf8.valid && field.charset != FieldCharset::kAll && !has_all(field.charset, value)) {
    return Misfit::kCharset;
  }
  return {};
}

char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte; }

/// Letters of ASCII in any case are the same, and spaces at the end nothing, as in most collations.
bool is_member(const FieldCheck& field, std::string_view value) {
  const std::string_view wanted = value.substr(0, value.find_last_not_of(' ') + 1);
  return std::any_of(field.members.begin(), field.members.end(), [&](const std::string& member) {
    return std::equal(member.begin(), member.end(), wanted.begin(), wanted.end(),
                      [](char one, char other) { return lower(one) == lower(other); });
  });
}

FoundMisfit set_misfit(const FieldCheck& field, std::string_view value) {
  std::string_view rest = value;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (!is_member(field, rest.substr(0, end))) return Misfit::kMember;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

FoundMisfit hex_misfit(const FieldCheck& field, std::string_view value) {
  // An odd number of digits would become bytes by a zero in front of them.
  const bool is_even = value.size() % 2 == 0;
  if (!is_even || value.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
    return Misfit::kHex;
  return field.most_bytes > 0 && value.size() / 2 > field.most_bytes ? FoundMisfit(Misfit::kLength)
                                                                     : FoundMisfit();
}

}  // namespace

std::optional<Misfit> misfit_of(const FieldCheck& field, std::string_view value) {
  switch (field.kind) {
    case FieldKind::kAny:
      return {};
    case FieldKind::kInteger:
      return check::integer_misfit(field, value);
    case FieldKind::kDecimal:
      return check::decimal_misfit(field, value);
    case FieldKind::kFloat:
    case FieldKind::kDouble:
      return check::floating_misfit(field, value);
    case FieldKind::kDate:
    case FieldKind::kDateTime:
    case FieldKind::kTimestamp:
      return check::moment_misfit(field, value);
    case FieldKind::kTime:
      return check::time_misfit(field, value);
    case FieldKind::kYear:
      return check::year_misfit(value);
    case FieldKind::kText:
      return text_misfit(field, value);
    case FieldKind::kEnum:
      // The empty value stands for none of them.
      return value.empty() || is_member(field, value) ? FoundMisfit() : FoundMisfit(Misfit::kMember);
    case FieldKind::kSet:
      return set_misfit(field, value);
    case FieldKind::kHex:
      return hex_misfit(field, value);
  }
  return {};
}

}  // namespace sluice
