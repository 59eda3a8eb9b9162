#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

// A server's texts of dates and times. Nothing where it is none, or no day of the calendar: zero dates, a
// month or a day 00, 30 February.

/// Days since 1970-01-01.
std::optional<std::int32_t> days_of_date(std::string_view text);
/// Microseconds since the beginning of 1970-01-01, of a date with a time.
std::optional<std::int64_t> microseconds_of_moment(std::string_view text);
/// Microseconds of a TIME, which goes from -838:59:59.999999 to 838:59:59.999999.
std::optional<std::int64_t> microseconds_of_time(std::string_view text);

}  // namespace sluice
