#include "delimited/written_date.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>

#include "support/digits.h"

namespace sluice {
namespace {

/// Takes so many digits at most from the beginning of a text; nothing where there is none.
std::optional<int> take_number(std::string_view& text, std::size_t most) {
  int number = 0;
  std::size_t digits = 0;
  for (; digits < most && digits < text.size() && is_digit(text[digits]); ++digits) {
    number = number * 10 + (text[digits] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

/// The fraction of a second that a text begins with: up to six digits behind a point.
bool take_fraction(std::string_view& text, std::string_view& fraction) {
  if (!take(text, '.')) return true;
  const std::size_t digits = digits_at(text, 0);
  fraction = text.substr(0, digits);
  text.remove_prefix(digits);
  return digits > 0 && digits <= 6;
}

/// ` AM` or ` PM`, which counts the hours from 1 to 12; true where there is neither.
bool take_half(std::string_view& text, int& hour) {
  if (text.empty()) return hour <= 23;
  take(text, ' ');
  if (text.size() != 2 || (text[1] != 'M' && text[1] != 'm') || hour < 1 || hour > 12) return false;
  const bool is_after_noon = text[0] == 'P' || text[0] == 'p';
  if (!is_after_noon && text[0] != 'A' && text[0] != 'a') return false;
  hour = hour % 12 + (is_after_noon ? 12 : 0);
  text = {};
  return true;
}

bool take_time(std::string_view text, WrittenDate& date) {
  const std::optional<int> hour = take_number(text, 2);
  if (!hour || !take(text, ':') || text.size() < 2 || !is_digit(text[1])) return false;
  const std::optional<int> minute = take_number(text, 2);
  if (!minute || *minute > 59) return false;
  date.hour = *hour;
  date.minute = *minute;
  if (take(text, ':')) {
    if (text.size() < 2 || !is_digit(text[1])) return false;
    const std::optional<int> seconds = take_number(text, 2);
    if (!seconds || *seconds > 59 || !take_fraction(text, date.fraction)) return false;
    date.seconds = *seconds;
  }
  date.has_time = true;
  return take_half(text, date.hour);
}

}  // namespace

bool WrittenDate::exists(DateOrder order) const {
  return order == DateOrder::kDayFirst ? is_day(year, second, first) : is_day(year, first, second);
}

std::string WrittenDate::as_iso(DateOrder order) const {
  const bool is_day_first = order == DateOrder::kDayFirst;
  std::array<char, 64> text{};
  const auto write = [&](const char* format, auto... parts) {
    const int size = std::snprintf(text.data(), text.size(), format, parts...);
    return std::string(text.data(), static_cast<std::size_t>(size));
  };
  std::string iso =
      write("%04d-%02d-%02d", year, is_day_first ? second : first, is_day_first ? first : second);
  if (!has_time) return iso;
  iso += write(" %02d:%02d:%02d", hour, minute, seconds);
  if (!fraction.empty()) iso.append(".").append(fraction);
  return iso;
}

std::optional<WrittenDate> written_date(std::string_view text) {
  WrittenDate date;
  const std::optional<int> first = take_number(text, 2);
  if (!first || text.empty()) return std::nullopt;
  date.separator = text.front();
  if (date.separator != '.' && date.separator != '/' && date.separator != '-') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<int> second = take_number(text, 2);
  if (!second || !take(text, date.separator)) return std::nullopt;
  if (text.size() < 4 || !is_digit(text[1]) || !is_digit(text[2]) || !is_digit(text[3])) return std::nullopt;
  const std::optional<int> year = take_number(text, 4);
  if (!year) return std::nullopt;
  date.first = *first;
  date.second = *second;
  date.year = *year;
  if (text.empty()) return date;
  if (!take(text, ' ') || !take_time(text, date)) return std::nullopt;
  return date;
}

bool is_day(int year, int month, int day) {
  if (year < 1000 || month < 1 || day < 1) return false;
  return std::chrono::year_month_day(std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

}  // namespace sluice
