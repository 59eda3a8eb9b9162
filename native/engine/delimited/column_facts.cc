#include "delimited/column_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>

#include "delimited/written_date.h"
#include "delimited/written_instant.h"
#include "delimited/written_number.h"
#include "row/utf8.h"
#include "support/digits.h"

namespace sluice {
namespace {

/// `YYYY-MM-DD` that exists.
bool begins_with_date(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return false;
  return is_day(number_at(text, 0, 4), number_at(text, 5, 2), number_at(text, 8, 2));
}

/// Digits of the fraction of `YYYY-MM-DD hh:mm[:ss[.ffffff]]`; -1 for what is no such moment.
int fraction_of_moment(std::string_view text) {
  const bool has_seconds = text.size() >= 19;
  if (!has_seconds && text.size() != 16) return -1;
  if (!begins_with_date(text) || (text[10] != ' ' && text[10] != 'T')) return -1;
  if (text[13] != ':' || (has_seconds && text[16] != ':')) return -1;
  const int hour = number_at(text, 11, 2);
  const int minute = number_at(text, 14, 2);
  const int second = has_seconds ? number_at(text, 17, 2) : 0;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
  if (text.size() <= 19) return 0;
  const std::size_t digits = digits_at(text, 20);
  if (text[19] != '.' || digits == 0 || digits > 6 || text.size() != 20 + digits) return -1;
  return static_cast<int>(digits);
}

/// Number of significant digits that every double keeps (DBL_DIG).
constexpr std::size_t kSafeDigits = 15;

/// The significant digits of a number, without its sign, point and exponent.
std::string significant_digits(std::string_view value) {
  std::string digits;
  for (const char byte : value.substr(0, value.find_first_of("eE"))) {
    if (is_digit(byte) && (byte != '0' || !digits.empty())) digits += byte;
  }
  return digits;
}

/// False where a double that was read from these digits is written with others, at its shortest or as long.
bool keeps_digits(std::string_view value, double number) {
  const std::string digits = significant_digits(value);
  if (digits.size() <= kSafeDigits) return true;
  constexpr std::size_t kMostDigits = 64;
  if (digits.size() > kMostDigits) return false;
  std::array<char, kMostDigits + 16> text{};
  const auto same = [&](std::to_chars_result printed) {
    return significant_digits({text.data(), printed.ptr}) == digits;
  };
  char* const end = text.data() + text.size();
  return same(std::to_chars(text.data(), end, number, std::chars_format::scientific)) ||
         same(std::to_chars(text.data(), end, number, std::chars_format::scientific,
                            static_cast<int>(digits.size() - 1)));
}

bool is_word(std::string_view value, std::string_view word) {
  return std::equal(value.begin(), value.end(), word.begin(), word.end(), [](char byte, char wanted) {
    return byte == wanted || (byte >= 'A' && byte <= 'Z' && byte - 'A' + 'a' == wanted);
  });
}

}  // namespace

void WrittenDates::add(const WrittenDate& date) {
  const bool is_by_day = date.exists(DateOrder::kDayFirst);
  const bool is_by_month = date.exists(DateOrder::kMonthFirst);
  if (!is_by_day && !is_by_month) return;
  ++values;
  day_first = day_first && is_by_day;
  month_first = month_first && is_by_month;
  dotted = dotted && date.separator == '.';
  timed = timed && date.has_time;
  untimed = untimed && !date.has_time;
}

void WrittenNumbers::add(std::string_view value, DecimalSign sign) {
  if (!all && told) return;
  const std::optional<WrittenNumber> number = written_number(value, sign);
  if (!number) {
    all = false;
    return;
  }
  told = told || (number->groups > 0 && number->fraction_digits > 0);
  if (number->groups == 0) return add_plain(number->whole_digits, number->fraction_digits);
  grouped = true;
  spaced = spaced || number->is_spaced;
  coded = coded && number->groups > 1;
  whole_digits = std::max(whole_digits, number->whole_digits);
  fraction_digits = std::max(fraction_digits, number->fraction_digits);
}

void WrittenNumbers::add_plain(std::size_t whole, std::size_t fraction) {
  joined = joined || whole > 3;
  coded = false;
  whole_digits = std::max(whole_digits, whole);
  fraction_digits = std::max(fraction_digits, fraction);
}

void ColumnFacts::add(std::string_view value, bool quoted, bool null) {
  if (null) {
    ++nulls;
  } else if (value.empty()) {
    ++empties;
  } else if (!quoted && value == "NULL") {
    ++null_words;
  } else {
    add_value(value);
  }
}

void ColumnFacts::add_value(std::string_view value) {
  ++values;
  const Utf8 utf8 = utf8_of(value);
  is_utf8 = is_utf8 && utf8.valid;
  longest_bytes = std::max<std::uint64_t>(longest_bytes, value.size());
  longest_characters = std::max(longest_characters, utf8.characters);
  if (floats || point_numbers.all || comma_numbers.all) {
    look_at_number(value);
  } else if (is_digit(value[0]) || value[0] == '-') {
    point_numbers.add(value, DecimalSign::kPoint);
    comma_numbers.add(value, DecimalSign::kComma);
  }
  booleans = booleans && (is_word(value, "true") || is_word(value, "false"));
  dates = dates && value.size() == 10 && begins_with_date(value);
  if (moments) {
    const int fraction = fraction_of_moment(value);
    moments = fraction >= 0;
    moment_digits = std::max(moment_digits, static_cast<std::uint32_t>(std::max(fraction, 0)));
  }
  if (const std::optional<std::string> utc = utc_of(value)) {
    ++instants;
    const std::size_t point = utc->find('.');
    const std::size_t digits = point == std::string::npos ? 0 : utc->size() - point - 1;
    moment_digits = std::max(moment_digits, static_cast<std::uint32_t>(digits));
  }
  if (const std::optional<WrittenDate> date = written_date(value)) {
    written_dates.add(*date);
    moment_digits = std::max(moment_digits, static_cast<std::uint32_t>(date->fraction.size()));
  }
}

/// Leading zeros mean something: a number that has any is the code of a place, a phone or an article.
void ColumnFacts::look_at_number(std::string_view value) {
  const std::size_t sign = value.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits_at(value, sign);
  const bool begins_well = whole > 0 && (whole == 1 || value[sign] != '0');
  std::size_t at = sign + whole;
  const bool is_integer = begins_well && at == value.size();
  const char point = at < value.size() ? value[at] : '\0';
  std::size_t fraction = 0;
  if (point == '.' || point == ',') {
    fraction = digits_at(value, at + 1);
    at += 1 + fraction;
  }
  const bool is_decimal = is_integer || (begins_well && fraction > 0 && at == value.size());
  decimals = decimals && is_decimal && point != ',';
  const auto look = [&](WrittenNumbers& numbers, DecimalSign by, bool is_plain) {
    if (is_decimal && is_plain) {
      numbers.add_plain(whole, fraction);
    } else if (!is_decimal || numbers.all) {
      numbers.add(value, by);
    }
  };
  look(point_numbers, DecimalSign::kPoint, point != ',');
  look(comma_numbers, DecimalSign::kComma, point != '.');
  if (floats && (!decimals || whole + fraction > kSafeDigits)) {
    double number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    floats = begins_well && error == std::errc() && end == value.data() + value.size() && point != ',' &&
             keeps_digits(value, number);
  }
  if (!is_integer) {
    integers = rising = false;
  } else if (integers) {
    add_integer(value);
  }
}

void ColumnFacts::add_integer(std::string_view value) {
  const char* const end = value.data() + value.size();
  std::int64_t number = 0;
  if (std::from_chars(value.data(), end, number).ec == std::errc()) {
    least = std::min(least, number);
    if (number > 0) most = std::max(most, static_cast<std::uint64_t>(number));
    rising = rising && (!has_first_ || number > last);
    if (!has_first_) first = number;
    has_first_ = true;
    last = number;
    return;
  }
  rising = false;
  std::uint64_t large = 0;
  integers = std::from_chars(value.data(), end, large).ec == std::errc();
  if (integers) most = std::max(most, large);
}

}  // namespace sluice
