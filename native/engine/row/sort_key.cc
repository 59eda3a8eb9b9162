#include "row/sort_key.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "row/base64.h"
#include "row/unescape.h"

namespace sluice {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr char kSpace = ' ';

template <class Number>
Number number_in(std::string_view text) {
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Orders signed numbers as unsigned ones.
std::uint64_t biased(std::int64_t number) { return static_cast<std::uint64_t>(number) ^ kSignBit; }

/// Microseconds of `-12:34:56.789`.
std::int64_t microseconds_in(std::string_view text) {
  constexpr std::int64_t kSixty = 60;
  constexpr std::size_t kFractionDigits = 6;
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  std::int64_t seconds = 0;
  std::int64_t part = 0;
  std::int64_t fraction = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != '.'; ++at) {
    if (text[at] == ':') {
      seconds = (seconds + part) * kSixty;
      part = 0;
    } else {
      part = part * 10 + (text[at] - '0');
    }
  }
  for (std::size_t digit = 1; digit <= kFractionDigits; ++digit) {
    fraction = fraction * 10 + (at + digit < text.size() ? text[at + digit] - '0' : 0);
  }
  const std::int64_t all = (seconds + part) * 1'000'000 + fraction;
  return is_negative ? -all : all;
}

}  // namespace

SortKeyEncoder::SortKeyEncoder(std::vector<SortColumn> columns, ProgressBoard& board)
    : columns_(std::move(columns)), value_(board), key_(board) {
  for (const SortColumn& column : columns_) last_field_ = std::max(last_field_, column.field);
}

std::string_view SortKeyEncoder::encode(std::string_view line) {
  find_fields(line);
  key_.clear();
  for (const SortColumn& column : columns_) {
    const std::size_t begin = key_.size();
    append(column.field < fields_.size() ? fields_[column.field] : std::string_view(), column.kind);
    if (!column.descending) continue;
    char* const bytes = key_.data();
    for (std::size_t at = begin; at < key_.size(); ++at) bytes[at] = static_cast<char>(~bytes[at]);
  }
  return key_.view();
}

/// A tab within a value is escaped.
void SortKeyEncoder::find_fields(std::string_view line) {
  fields_.clear();
  while (fields_.size() <= last_field_) {
    const std::size_t end = line.find('\t');
    fields_.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

void SortKeyEncoder::append(std::string_view field, SortKind kind) {
  switch (kind) {
    case SortKind::kInteger:
      return append_number(biased(number_in<std::int64_t>(field)));
    case SortKind::kUnsigned:
      return append_number(number_in<std::uint64_t>(field));
    case SortKind::kTime:
      return append_number(biased(microseconds_in(field)));
    case SortKind::kText:
      return append_bytes(unescape(field));
    case SortKind::kPadded:
      return append_padded(unescape(field));
    case SortKind::kBase64:
      value_.clear();
      if (!decode_base64(field, value_)) value_.clear();
      return append_bytes(value_.view());
  }
}

/// The highest byte first.
void SortKeyEncoder::append_number(std::uint64_t number) {
  char* const room = key_.reserve(sizeof number);
  for (std::size_t at = 0; at < sizeof number; ++at) {
    room[at] = static_cast<char>(number >> (8 * (sizeof number - 1 - at)) & 0xFF);
  }
  key_.commit(sizeof number);
}

/// Two zeros end the value, and a zero in it is followed by the highest byte: so it comes before all longer
/// ones, whatever follows it in the key.
void SortKeyEncoder::append_bytes(std::string_view bytes) {
  char* out = key_.reserve(2 * bytes.size() + 2);
  const char* const begin = out;
  for (const char byte : bytes) {
    *out++ = byte;
    if (byte == '\0') *out++ = '\xFF';
  }
  *out++ = '\0';
  *out++ = '\0';
  key_.commit(static_cast<std::size_t>(out - begin));
}

/// Behind each space stands a byte that says how what follows the spaces compares with more spaces: it is
/// less (0), it is the value's end (1), it is more (2).
void SortKeyEncoder::append_padded(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.find_last_not_of(kSpace) + 1);
  char* const room = key_.reserve(2 * bytes.size() + 2);
  char* out = room;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    *out++ = bytes[at];
    if (bytes[at] != kSpace) continue;
    const auto next = static_cast<unsigned char>(bytes[bytes.find_first_not_of(kSpace, at)]);
    *out++ = next < static_cast<unsigned char>(kSpace) ? '\0' : '\2';
  }
  *out++ = kSpace;
  *out++ = '\1';
  key_.commit(static_cast<std::size_t>(out - room));
}

std::string_view SortKeyEncoder::unescape(std::string_view field) {
  if (field.find('\\') == std::string_view::npos) return field;
  value_.clear();
  char* const room = value_.reserve(field.size());
  char* out = room;
  for (std::size_t at = 0; at < field.size(); ++at) {
    const bool is_escape = field[at] == '\\' && at + 1 < field.size();
    *out++ = is_escape ? unescaped(field[++at]) : field[at];
  }
  value_.commit(static_cast<std::size_t>(out - room));
  return value_.view();
}

}  // namespace sluice
