#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

/// Order of the day and the month in a date that ends with its year.
enum class DateOrder : std::uint8_t { kDayFirst, kMonthFirst };

/// A date as people write it, `31.12.2025` or `12/31/2025`, perhaps with a time: `23:59`, `11:59:59.5 PM`.
struct WrittenDate {
  int first = 0;
  int second = 0;
  int year = 0;
  /// The point, slash or hyphen that stands twice.
  char separator = '.';

  bool has_time = false;
  int hour = 0;
  int minute = 0;
  int seconds = 0;
  /// Digits of the second's fraction.
  std::string_view fraction = {};

  /// Returns whether there is such a day in this order.
  bool exists(DateOrder order) const;
  /// `YYYY-MM-DD`, and ` hh:mm:ss[.ffffff]` where there is a time.
  std::string as_iso(DateOrder order) const;
};

/// Reads such a date; nothing for any other text.
std::optional<WrittenDate> written_date(std::string_view text);

/// Returns whether there is such a day, from the year 1000 on (both manuals, "The DATE, DATETIME, and
/// TIMESTAMP Types").
bool is_day(int year, int month, int day);

}  // namespace sluice
