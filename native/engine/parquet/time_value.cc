#include "parquet/time_value.h"

#include <chrono>
#include <cstddef>

namespace sluice {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::int64_t kDay = 24 * 3600 * kSecond;

bool take_mark(std::string_view& text, char character) {
  if (text.empty() || text.front() != character) return false;
  text.remove_prefix(1);
  return true;
}

/// A number of so many digits.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int number = 0;
  for (const char character : text.substr(0, digits)) {
    if (character < '0' || character > '9') return std::nullopt;
    number = number * 10 + (character - '0');
  }
  text.remove_prefix(digits);
  return number;
}

std::optional<std::int32_t> take_date(std::string_view& text) {
  const std::optional<int> year = take_digits(text, 4);
  if (!year || !take_mark(text, '-')) return std::nullopt;
  const std::optional<int> month = take_digits(text, 2);
  if (!month || !take_mark(text, '-')) return std::nullopt;
  const std::optional<int> day = take_digits(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return static_cast<std::int32_t>(std::chrono::sys_days(date).time_since_epoch().count());
}

/// Microseconds of `.5`, or 0 where there is no fraction.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
  if (!take_mark(text, '.')) return 0;
  std::int64_t fraction = 0;
  std::int64_t unit = kSecond;
  while (unit > 1 && !text.empty()) {
    const std::optional<int> digit = take_digits(text, 1);
    if (!digit) return std::nullopt;
    unit /= 10;
    fraction += *digit * unit;
  }
  return fraction;
}

/// Minutes, seconds and a fraction, to the text's end.
std::optional<std::int64_t> below_hour(std::string_view text) {
  constexpr int kMost = 59;
  if (!take_mark(text, ':')) return std::nullopt;
  const std::optional<int> minutes = take_digits(text, 2);
  if (!minutes || *minutes > kMost || !take_mark(text, ':')) return std::nullopt;
  const std::optional<int> seconds = take_digits(text, 2);
  if (!seconds || *seconds > kMost) return std::nullopt;
  const std::optional<std::int64_t> fraction = take_fraction(text);
  if (!fraction || !text.empty()) return std::nullopt;
  return (*minutes * 60 + *seconds) * kSecond + *fraction;
}

}  // namespace

std::optional<std::int32_t> days_of_date(std::string_view text) {
  const std::optional<std::int32_t> days = take_date(text);
  return text.empty() ? days : std::nullopt;
}

std::optional<std::int64_t> microseconds_of_moment(std::string_view text) {
  constexpr int kMostHours = 23;
  const std::optional<std::int32_t> days = take_date(text);
  if (!days || !take_mark(text, ' ')) return std::nullopt;
  const std::optional<int> hours = take_digits(text, 2);
  if (!hours || *hours > kMostHours) return std::nullopt;
  const std::optional<std::int64_t> rest = below_hour(text);
  if (!rest) return std::nullopt;
  return *days * kDay + *hours * 3600 * kSecond + *rest;
}

std::optional<std::int64_t> microseconds_of_time(std::string_view text) {
  constexpr int kMostHours = 838;
  const bool negative = take_mark(text, '-');
  const std::size_t digits = text.find(':');
  if (digits != 2 && digits != 3) return std::nullopt;
  const std::optional<int> hours = take_digits(text, digits);
  if (!hours || *hours > kMostHours) return std::nullopt;
  const std::optional<std::int64_t> rest = below_hour(text);
  if (!rest) return std::nullopt;
  const std::int64_t microseconds = *hours * 3600 * kSecond + *rest;
  return negative ? -microseconds : microseconds;
}

}  // namespace sluice
