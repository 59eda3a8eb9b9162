#include <algorithm>
#include <cstddef>
#include <string_view>

#include "check/field_parts.h"

namespace sluice::check {
namespace {

/// `hh:mm:ss.fraction` as far as it goes; `rest` is what follows.
struct Clock {
  bool valid = false;
  bool is_zero = true;
  std::string_view fraction;
};

Clock take_clock(std::string_view& rest, int most_hours) {
  Clock clock;
  int part = 0;
  for (; part < 3; ++part) {
    const std::string_view digits = take_digits(rest);
    if (digits.empty() || digits.size() > 3) return clock;
    const int number = number_of(digits);
    if (number > (part == 0 ? most_hours : 59)) return clock;
    clock.is_zero = clock.is_zero && number == 0;
    if (!rest.starts_with(':')) break;
    if (part < 2) rest.remove_prefix(1);
  }
  if (rest.starts_with('.') && part == 2) {
    rest.remove_prefix(1);
    clock.fraction = take_digits(rest);
  }
  clock.fraction = clock.fraction.substr(0, clock.fraction.find_last_not_of('0') + 1);
  clock.is_zero = clock.is_zero && clock.fraction.empty();
  clock.valid = true;
  return clock;
}

/// `+02:00` and `Z`, which one vendor takes: the server says what it makes of them.
bool is_zone(std::string_view text) {
  return text.empty() || text == "Z" || text == "z" || text.starts_with('+') || text.starts_with('-');
}

}  // namespace

FoundMisfit time_misfit(const FieldCheck& check, std::string_view value) {
  std::string_view rest = trimmed(value);
  if (rest.starts_with('-')) rest.remove_prefix(1);
  if (rest.find(':') == std::string_view::npos || rest.find(' ') != std::string_view::npos) {
    // Days before it, or digits alone: the server reads them.
    const bool is_known = rest.find_first_not_of("0123456789.: ") == std::string_view::npos;
    return rest.empty() || !is_known ? FoundMisfit(Misfit::kMoment) : FoundMisfit();
  }
  const std::size_t colon = rest.find(':');
  const std::string_view hours = rest.substr(0, colon);
  if (!hours.empty() && std::all_of(hours.begin(), hours.end(), is_digit) &&
      (hours.size() > 3 || number_of(hours) > 838)) {
    return Misfit::kRange;
  }
  const Clock clock = take_clock(rest, 838);
  if (!clock.valid || !rest.empty()) return Misfit::kMoment;
  if (clock.fraction.size() > check.fraction) return Misfit::kRounded;
  return {};
}

FoundMisfit moment_misfit(const FieldCheck& check, std::string_view value) {
  std::string_view rest = trimmed(value);
  const std::string_view year = take_digits(rest);
  // Digits alone, and years of two: the server reads them.
  if (rest.empty() && year.size() >= 5 && year.size() <= 14) return {};
  if (rest.empty() || (year.size() != 4 && year.size() != 2)) return Misfit::kMoment;
  const char separator = rest.front();
  if (separator != '-' && (year.size() == 2 || (separator != '/' && separator != '.')))
    return Misfit::kMoment;
  rest.remove_prefix(1);
  const std::string_view month = take_digits(rest);
  if (month.empty() || month.size() > 2 || number_of(month) > 12 || rest.empty() ||
      rest.front() != separator) {
    return Misfit::kMoment;
  }
  rest.remove_prefix(1);
  const std::string_view day = take_digits(rest);
  // A day that a month does not have is stored as it is.
  if (day.empty() || day.size() > 2 || number_of(day) > 31) return Misfit::kMoment;
  if (check.kind == FieldKind::kTimestamp && year.size() == 4) {
    const int number = number_of(year);
    if (number != 0 && (number < 1969 || number > 2106)) return Misfit::kRange;
  }
  if (rest.empty()) return {};
  if (rest.front() != ' ' && rest.front() != 'T') return Misfit::kMoment;
  rest.remove_prefix(1);
  const Clock clock = take_clock(rest, 23);
  if (!clock.valid || !is_zone(rest)) return Misfit::kMoment;
  // A day in another time zone may be another day.
  if (check.kind == FieldKind::kDate && !rest.empty()) return Misfit::kMoment;
  if (check.kind == FieldKind::kDate) return clock.is_zero ? FoundMisfit() : FoundMisfit(Misfit::kRounded);
  if (clock.fraction.size() > check.fraction) return Misfit::kRounded;
  return {};
}

}  // namespace sluice::check
