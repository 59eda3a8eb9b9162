#include "range/midpoint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "range/halfway.h"
#include "range/midpoint_temporal.h"
#include "range/midpoint_text.h"

namespace sluice {
namespace {

__extension__ using Wide = __int128;

/// Number of digits that `Wide` holds the difference of two numbers of.
constexpr std::size_t kWideDigits = 37;

/// A decimal number without its point: value = digits / 10^scale.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::size_t scale = 0;
};

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal number;
  number.negative = !text.empty() && text.front() == '-';
  if (number.negative) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  number.digits = text.substr(0, point);
  if (point < text.size()) number.digits += text.substr(point + 1);
  number.scale = number.digits.size() - point;
  const bool digits_only =
      std::all_of(number.digits.begin(), number.digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (number.digits.empty() || !digits_only) return std::nullopt;
  return number;
}

/// The number without its last `dropped` digits.
Wide to_wide(const Decimal& number, std::size_t dropped) {
  Wide value = 0;
  const std::size_t kept = number.digits.size() - std::min(dropped, number.digits.size());
  for (std::size_t at = 0; at < kept; ++at) value = value * 10 + (number.digits[at] - '0');
  return number.negative ? -value : value;
}

std::string to_text(Wide value, std::size_t dropped, std::size_t scale) {
  const bool negative = value < 0;
  if (negative) value = -value;
  std::string digits;
  for (; value > 0; value /= 10) digits += static_cast<char>('0' + static_cast<int>(value % 10));
  std::reverse(digits.begin(), digits.end());
  digits.append(dropped, '0');
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  if (scale > 0) digits.insert(digits.size() - scale, ".");
  return (negative ? "-" : "") + digits;
}

std::optional<std::string> decimal_midpoint(std::string_view early, std::string_view late) {
  const auto from = parse_decimal(early);
  const auto to = parse_decimal(late);
  if (!from || !to || from->scale != to->scale) return std::nullopt;
  const std::size_t longest = std::max(from->digits.size(), to->digits.size());
  const std::size_t dropped = longest > kWideDigits ? longest - kWideDigits : 0;
  const Wide middle = halfway(to_wide(*from, dropped), to_wide(*to, dropped));
  return to_text(middle, dropped, from->scale);
}

/// YEAR holds 0 and 1901 to 2155 only; a comparison with any other number reads the whole index.
std::optional<std::string> year_midpoint(std::string_view early, std::string_view late) {
  constexpr std::string_view kFirst = "1901";
  auto middle = decimal_midpoint(early, late);
  if (middle && std::string_view(*middle) < kFirst)
    middle = std::string(std::max(early, late) == early ? kFirst : early);
  return middle;
}

constexpr std::uint64_t kDoubleSign = std::uint64_t{1} << 63;

/// From -infinity on, as the numbers themselves.
std::uint64_t double_axis(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kDoubleSign) != 0 ? ~bits : bits | kDoubleSign;
}

double at_double_axis(std::uint64_t place) {
  return std::bit_cast<double>((place & kDoubleSign) != 0 ? place ^ kDoubleSign : ~place);
}

/// The mean of neighbours, but of numbers of very different sizes the one of the size between, because most
/// of such numbers lie near the smaller one, and zero where the sign changes.
double double_midpoint(double early, double late) {
  constexpr double kFarApart = 1 << 20;
  if (std::min(early, late) < 0 && std::max(early, late) > 0) return 0;
  const auto [small, large] = std::minmax({std::abs(early), std::abs(late)});
  const double mean = early / 2 + late / 2;
  const bool between = std::min(early, late) < mean && mean < std::max(early, late);
  const bool far_apart = large > small * kFarApart && small > 0;
  return between && !far_apart ? mean : at_double_axis(halfway(double_axis(early), double_axis(late)));
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || parsed != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::string> double_text_midpoint(std::string_view early, std::string_view late) {
  const auto from = parse_double(early);
  const auto to = parse_double(late);
  if (!from || !to) return std::nullopt;
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), double_midpoint(*from, *to));
  return std::string(text.data(), written.ptr);
}

std::optional<std::string> binary_midpoint(std::string_view early, std::string_view late) {
  // One byte less than a word, so that the last one decides between neighbours.
  constexpr std::size_t kBytes = 7;
  const auto [differ, unused] = std::mismatch(early.begin(), early.end(), late.begin(), late.end());
  const auto common = static_cast<std::size_t>(differ - early.begin());
  const auto word = [common](std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t at = common; at < common + kBytes; ++at)
      value = value << 8 | (at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U);
    return value;
  };
  const std::uint64_t middle = halfway(word(early), word(late));
  // No longer than what the column holds, or the server would not look it up in the index.
  const std::size_t room = std::min(kBytes, std::max(early.size(), late.size()) - common);
  std::string value(early.substr(0, common));
  for (std::size_t at = 0; at < room; ++at)
    value += static_cast<char>(middle >> (8 * (kBytes - 1 - at)) & 0xFF);
  return value;
}

}  // namespace

std::optional<std::string> midpoint(const KeyPart& part, std::string_view early, std::string_view late,
                                    TextGuess guess) {
  if (early == late) return std::nullopt;
  switch (part.kind) {
    case KeyKind::kInteger:
    case KeyKind::kDecimal:
    case KeyKind::kNumbered:
      return decimal_midpoint(early, late);
    case KeyKind::kYear:
      return year_midpoint(early, late);
    case KeyKind::kDouble:
      return double_text_midpoint(early, late);
    case KeyKind::kText:
    case KeyKind::kNarrowText:
    case KeyKind::kEncodedText:
      return text_midpoint(part, early, late, guess);
    case KeyKind::kBinary:
      return binary_midpoint(early, late);
    case KeyKind::kDateTime:
    case KeyKind::kTimestamp:
      return date_time_midpoint(part, early, late);
    case KeyKind::kTime:
      return time_midpoint(early, late);
  }
  return std::nullopt;
}

}  // namespace sluice
