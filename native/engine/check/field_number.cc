#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "check/field_parts.h"

namespace sluice::check {
namespace {

/// A number in digits, of which the first `whole` stand before the point; that may lie outside of them.
struct Number {
  bool is_negative = false;
  std::string digits;
  std::int64_t whole = 0;

  bool is_zero() const { return digits.empty(); }
  /// Digits behind the point that are not zeros at its end.
  std::int64_t fraction() const {
    return std::max<std::int64_t>(static_cast<std::int64_t>(digits.size()) - whole, 0);
  }
};

std::optional<Number> read_number(std::string_view value) {
  std::string_view rest = trimmed(value);
  Number number;
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) {
    number.is_negative = rest.front() == '-';
    rest.remove_prefix(1);
  }
  const std::string_view whole = take_digits(rest);
  std::string_view fraction;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    fraction = take_digits(rest);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  std::int64_t exponent = 0;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    const bool sinks = rest.starts_with('-');
    if (sinks || rest.starts_with('+')) rest.remove_prefix(1);
    const std::string_view digits = take_digits(rest);
    if (digits.empty()) return std::nullopt;
    // No column has numbers of so many digits.
    exponent = digits.size() > 6 ? 1'000'000 : number_of(digits);
    if (sinks) exponent = -exponent;
  }
  if (!rest.empty()) return std::nullopt;
  number.digits.append(whole).append(fraction);
  number.whole = static_cast<std::int64_t>(whole.size()) + exponent;
  const std::size_t zeros = std::min(number.digits.find_first_not_of('0'), number.digits.size());
  number.digits.erase(0, zeros);
  number.whole -= static_cast<std::int64_t>(zeros);
  number.digits.resize(number.digits.find_last_not_of('0') + 1);
  if (number.is_zero()) number.whole = 0;
  return number;
}

}  // namespace

FoundMisfit integer_misfit(const FieldCheck& check, std::string_view value) {
  const std::optional<Number> number = read_number(value);
  if (!number) return Misfit::kNumber;
  if (number->is_zero()) return {};
  if (number->whole > 20) return Misfit::kRange;
  if (number->fraction() > 0) return Misfit::kRounded;
  std::string digits = number->digits;
  digits.resize(static_cast<std::size_t>(number->whole), '0');
  std::uint64_t size = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), size).ec != std::errc()) {
    return Misfit::kRange;
  }
  const std::uint64_t half = std::uint64_t{1} << (check.bits - 1);
  const std::uint64_t most = check.is_unsigned ? half - 1 + half : half - 1;
  const std::uint64_t least = check.is_unsigned ? 0 : half;
  if (size > (number->is_negative ? least : most)) return Misfit::kRange;
  return {};
}

FoundMisfit decimal_misfit(const FieldCheck& check, std::string_view value) {
  const std::optional<Number> number = read_number(value);
  if (!number) return Misfit::kNumber;
  if (number->is_zero()) return {};
  if (number->is_negative && check.is_unsigned) return Misfit::kRange;
  if (number->whole > static_cast<std::int64_t>(check.digits - check.fraction)) return Misfit::kRange;
  if (number->fraction() > static_cast<std::int64_t>(check.fraction)) return Misfit::kRounded;
  return {};
}

FoundMisfit floating_misfit(const FieldCheck& check, std::string_view value) {
  const std::optional<Number> number = read_number(value);
  if (!number) return Misfit::kNumber;
  if (number->is_zero()) return {};
  if (number->is_negative && check.is_unsigned) return Misfit::kRange;
  const bool is_float = check.kind == FieldKind::kFloat;
  // 1.7976931348623157e308 and 3.4028235e38 are the largest ones.
  const std::int64_t most = is_float ? 39 : 309;
  if (number->whole > most) return Misfit::kRange;
  if (number->whole < most) return {};
  const std::string_view limit = is_float ? "34028236" : "17976931348623159";
  if (number->digits > limit) return Misfit::kRange;
  return {};
}

FoundMisfit year_misfit(std::string_view value) {
  const std::optional<Number> number = read_number(value);
  if (!number) return Misfit::kNumber;
  if (number->fraction() > 0) return Misfit::kRounded;
  if (number->is_negative || number->whole > 4) return Misfit::kRange;
  std::string digits = number->digits;
  digits.resize(static_cast<std::size_t>(number->whole), '0');
  const int year = number_of(digits);
  return year < 100 || (year >= 1901 && year <= 2155) ? FoundMisfit() : FoundMisfit(Misfit::kRange);
}

}  // namespace sluice::check
