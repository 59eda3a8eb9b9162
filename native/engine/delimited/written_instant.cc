#include "delimited/written_instant.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>

#include "support/digits.h"

namespace sluice {
namespace {

/// `YYYY-MM-DDThh:mm:ss`.
constexpr std::size_t kSecondsEnd = 19;

bool is_within(int number, int most) { return number >= 0 && number <= most; }

/// The seconds since 1970 that stand there, as if in UTC.
std::optional<std::chrono::sys_seconds> seconds_of(std::string_view text) {
  using namespace std::chrono;
  if (text.size() <= kSecondsEnd || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return std::nullopt;
  const int year_number = number_at(text, 0, 4);
  const int month_number = number_at(text, 5, 2);
  const int day_number = number_at(text, 8, 2);
  const int hour = number_at(text, 11, 2);
  const int minute = number_at(text, 14, 2);
  const int second = number_at(text, 17, 2);
  if (year_number < 0 || month_number < 0 || day_number < 0) return std::nullopt;
  if (!is_within(hour, 23) || !is_within(minute, 59) || !is_within(second, 59)) return std::nullopt;
  const year_month_day date{year(year_number), month(static_cast<unsigned>(month_number)),
                            day(static_cast<unsigned>(day_number))};
  if (!date.ok()) return std::nullopt;
  return sys_days(date) + hours(hour) + minutes(minute) + seconds(second);
}

/// The offset from UTC that is the whole text.
std::optional<std::chrono::minutes> offset_of(std::string_view text) {
  if (text == "Z" || text == "z") return std::chrono::minutes(0);
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return std::nullopt;
  const int hour = number_at(text, 1, 2);
  const int minute = number_at(text, 4, 2);
  if (!is_within(hour, 23) || !is_within(minute, 59)) return std::nullopt;
  const std::chrono::minutes offset(hour * 60 + minute);
  return text[0] == '-' ? -offset : offset;
}

}  // namespace

std::optional<std::string> utc_of(std::string_view text) {
  using namespace std::chrono;
  const std::optional<sys_seconds> local = seconds_of(text);
  if (!local) return std::nullopt;
  std::string_view rest = text.substr(kSecondsEnd);
  std::string_view fraction;
  if (rest.starts_with('.')) {
    std::size_t digits = 1;
    while (digits < rest.size() && is_digit(rest[digits])) ++digits;
    if (digits == 1) return std::nullopt;
    fraction = rest.substr(0, digits);
    rest.remove_prefix(digits);
  }
  const std::optional<minutes> offset = offset_of(rest);
  if (!offset) return std::nullopt;
  const sys_seconds utc = *local - *offset;
  const sys_days midnight = floor<days>(utc);
  const year_month_day date(midnight);
  const auto number = static_cast<int>(date.year());
  if (number < 1000 || number > 9999) return std::nullopt;
  const hh_mm_ss time(utc - midnight);
  std::array<char, 32> whole{};
  const int size =
      std::snprintf(whole.data(), whole.size(), "%04d-%02u-%02u %02d:%02d:%02d", number,
                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                    static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                    static_cast<int>(time.seconds().count()));
  return std::string(whole.data(), static_cast<std::size_t>(size)).append(fraction);
}

}  // namespace sluice
