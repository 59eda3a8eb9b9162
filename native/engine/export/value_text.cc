#include "export/value_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "row/base64.h"

namespace sluice {
namespace {

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// Parts of a number as servers print it.
struct Number {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  /// With its sign.
  std::string_view exponent;
  /// A point without a fraction behind it.
  bool bare_point = false;
};

std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& text, char byte) {
  if (text.empty() || text.front() != byte) return false;
  text.remove_prefix(1);
  return true;
}

/// Nothing where it is no number: it must not stand in a statement without quotes.
std::optional<Number> number_in(std::string_view text) {
  Number number;
  number.negative = take(text, '-');
  number.whole = take_digits(text);
  if (take(text, '.')) {
    number.fraction = take_digits(text);
    number.bare_point = number.fraction.empty();
  }
  if (number.whole.empty() && number.fraction.empty()) return std::nullopt;
  if (take(text, 'e') || take(text, 'E')) {
    const std::string_view exponent = text;
    if (!take(text, '-')) take(text, '+');
    if (take_digits(text).empty()) return std::nullopt;
    number.exponent = exponent;
  }
  if (!text.empty()) return std::nullopt;
  return number;
}

std::string_view without_leading_zeros(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view() : digits.substr(first);
}

/// Digits that any double keeps (IEEE 754, DBL_DIG).
constexpr std::size_t kDoubleDigits = 15;

std::size_t significant_digits(const Number& number) {
  const std::string_view whole = without_leading_zeros(number.whole);
  return whole.empty() ? without_leading_zeros(number.fraction).size()
                       : whole.size() + number.fraction.size();
}

/// Puts text before what begins at `start`.
void insert_before(Buffer& text, std::size_t start, char quote) {
  const std::size_t bytes = text.size() - start;
  text.reserve(1);
  char* const content = text.data() + start;
  std::memmove(content + 1, content, bytes);
  *content = quote;
  text.commit(1);
}

void enclose(Buffer& text, std::size_t start, char quote) {
  insert_before(text, start, quote);
  append_text(text, {&quote, 1});
}

}  // namespace

bool is_plain_number(std::string_view text) {
  if (text == "0") return true;
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  if (text.empty() || text.size() > kDoubleDigits || text.front() == '0') return false;
  return std::all_of(text.begin(), text.end(), is_digit);
}

void SqlText::put(Buffer& text, char byte) {
  switch (byte) {
    case '\'':
      return append_text(text, "\\'");
    case '\\':
      return append_text(text, "\\\\");
    case '\0':
      return append_text(text, "\\0");
    case '\n':
      return append_text(text, "\\n");
    case '\r':
      return append_text(text, "\\r");
    case '\x1A':
      return append_text(text, "\\Z");
    default:
      return append_text(text, {&byte, 1});
  }
}

void SqlText::end_text(Buffer& text, std::size_t /*start*/, bool /*special*/, Buffer& /*scratch*/) {
  append_text(text, "'");
}

void SqlText::end_number(Buffer& text, std::size_t start, bool is_float, bool /*special*/,
                         Buffer& /*scratch*/) {
  const std::optional<Number> number = number_in(text.view().substr(start));
  if (!number) return enclose(text, start, '\'');
  if (!is_float || !number->exponent.empty()) return;
  // Without an exponent it is a decimal: that has no -0, and not all of a double's digits.
  const std::size_t digits = significant_digits(*number);
  if ((number->negative && digits == 0) || digits > kDoubleDigits) append_text(text, "e0");
}

void SqlText::put_bytes(Buffer& text, std::string_view bytes) {
  // There is no hexadecimal literal without digits.
  if (bytes.empty()) return append_text(text, "''");
  char* const room = text.reserve(bytes.size() * 2 + 2);
  room[0] = '0';
  room[1] = 'x';
  encode_hex(bytes, room + 2);
  text.commit(bytes.size() * 2 + 2);
}

namespace {

void put_each_byte(Buffer& text, std::string_view bytes) {
  constexpr std::size_t kWidth = 4;
  char* out = text.reserve(bytes.size() * kWidth);
  for (const char& byte : bytes) {
    *out++ = '\\';
    *out++ = 'x';
    encode_hex({&byte, 1}, out);
    out += 2;
  }
  text.commit(bytes.size() * kWidth);
}

}  // namespace

CsvText::CsvText(char separator, std::string null_word, CsvBytes bytes)
    : separator_(1, separator),
      null_word_(std::move(null_word)),
      special_(separator_ + "\"\r\n"),
      bytes_(bytes) {}

void CsvText::put(Buffer& text, char byte) { append_text(text, {&byte, 1}); }

void CsvText::end_text(Buffer& text, std::size_t start, bool special, Buffer& scratch) const {
  const std::string_view content = text.view().substr(start);
  if (!needs_quotes(content)) {
    // An escape of the dump, of which the value may keep nothing special.
    if (!special || content.find_first_of(special_) == std::string_view::npos) return;
  }
  scratch.clear();
  append_text(scratch, content);
  text.shorten(start);
  char* const room = text.reserve(scratch.size() * 2 + 2);
  char* out = room;
  *out++ = '"';
  for (const char byte : scratch.view()) {
    if (byte == '"') *out++ = '"';
    *out++ = byte;
  }
  *out++ = '"';
  text.commit(static_cast<std::size_t>(out - room));
  scratch.clear();
}

void CsvText::end_number(Buffer& text, std::size_t start, bool /*is_float*/, bool special,
                         Buffer& scratch) const {
  end_text(text, start, special, scratch);
}

void CsvText::put_bytes(Buffer& text, std::string_view bytes) const {
  if (bytes_ == CsvBytes::kPostgresql) append_text(text, "\\x");
  if (bytes.empty()) return bytes_ == CsvBytes::kPostgresql ? void() : append_text(text, "\"\"");
  if (bytes_ == CsvBytes::kDuckdb) return put_each_byte(text, bytes);
  char* const room = text.reserve(bytes.size() * 2);
  encode_hex(bytes, room);
  text.commit(bytes.size() * 2);
}

std::string_view JsonText::special() {
  static constexpr auto kSpecial = [] {
    std::array<char, 34> special{};
    for (std::size_t byte = 0; byte < 32; ++byte) special[byte] = static_cast<char>(byte);
    special[32] = '"';
    special[33] = '\\';
    return special;
  }();
  return {kSpecial.data(), kSpecial.size()};
}

void JsonText::put(Buffer& text, char byte) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (byte) {
    case '"':
      return append_text(text, "\\\"");
    case '\\':
      return append_text(text, "\\\\");
    case '\n':
      return append_text(text, "\\n");
    case '\r':
      return append_text(text, "\\r");
    case '\t':
      return append_text(text, "\\t");
    default:
      break;
  }
  const auto value = static_cast<unsigned char>(byte);
  if (value >= 0x20) return append_text(text, {&byte, 1});
  const std::array<char, 6> escape{'\\', 'u', '0', '0', kHex[value >> 4], kHex[value & 15]};
  append_text(text, {escape.data(), escape.size()});
}

void JsonText::end_text(Buffer& text, std::size_t /*start*/, bool /*special*/, Buffer& /*scratch*/) {
  append_text(text, "\"");
}

void JsonText::end_number(Buffer& text, std::size_t start, bool is_float, bool /*special*/, Buffer& scratch) {
  const std::string_view content = text.view().substr(start);
  const std::optional<Number> number = number_in(content);
  if (!number || (!is_float && significant_digits(*number) > kDoubleDigits)) return enclose(text, start, '"');
  // JSON has no leading zeros, as those of ZEROFILL, and none that are left out.
  const std::string_view whole = without_leading_zeros(number->whole);
  const bool is_json = number->whole == "0" || (!whole.empty() && whole.size() == number->whole.size());
  if (is_json && !number->bare_point) return;
  scratch.clear();
  if (number->negative) append_text(scratch, "-");
  append_text(scratch, whole.empty() ? "0" : whole);
  if (!number->fraction.empty()) {
    append_text(scratch, ".");
    append_text(scratch, number->fraction);
  }
  if (!number->exponent.empty()) {
    append_text(scratch, "e");
    append_text(scratch, number->exponent);
  }
  text.shorten(start);
  append_text(text, scratch.view());
  scratch.clear();
}

void JsonText::put_bytes(Buffer& text, std::string_view bytes) {
  append_text(text, "\"");
  char* const room = text.reserve(base64_room(bytes.size()));
  text.commit(static_cast<std::size_t>(encode_base64(bytes, room) - room));
  append_text(text, "\"");
}

}  // namespace sluice
