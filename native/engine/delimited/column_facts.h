#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "delimited/written_date.h"
#include "delimited/written_number.h"

namespace sluice {

/// All that those values have in common which are dates as people write them (`WrittenDate`), of days that
/// there are in one of the orders. Each is true where there is none.
struct WrittenDates {
  std::uint64_t values = 0;
  bool day_first = true;
  bool month_first = true;
  bool dotted = true;  ///< `31.12.2025`.
  bool timed = true;
  bool untimed = true;

  void add(const WrittenDate& date);
};

/// All that values have in common as numbers with one decimal sign (`WrittenNumber`).
struct WrittenNumbers {
  /// Each value is one; true where there is none.
  bool all = true;
  /// The thousands of some are apart.
  bool grouped = false;
  /// By a space or an apostrophe.
  bool spaced = false;
  /// Some have four digits or more together before the sign.
  bool joined = false;
  /// Each has two groups of thousands or more, as versions and codes have; true where there is none.
  bool coded = true;
  /// Some value has its thousands apart and a fraction, and so no other sign; also where not all are numbers.
  bool told = false;
  /// Most digits before and behind the sign.
  std::size_t whole_digits = 0;
  std::size_t fraction_digits = 0;

  void add(std::string_view value, DecimalSign sign);
  /// Takes a number whose thousands are not apart, of so many digits.
  void add_plain(std::size_t whole, std::size_t fraction);
};

/// All that the values of one column have in common (`EngineDelimitedColumnFacts` in
/// app/engine/scan/scans.ts). Values are those that are neither NULL nor empty nor the word NULL.
struct ColumnFacts {
  std::uint64_t values = 0;
  /// NULL in a column of every type.
  std::uint64_t nulls = 0;
  /// The word NULL, without quotes.
  std::uint64_t null_words = 0;
  /// Nothing, which in a text is an empty one.
  std::uint64_t empties = 0;

  // True where every value is one, and where there is none.
  bool integers = true;  ///< Of at most 64 bits, without leading zeros.
  bool decimals = true;  ///< With a point, and no thousands apart; integers too.
  WrittenNumbers point_numbers;
  WrittenNumbers comma_numbers;
  bool floats = true;  ///< Those whose digits a double keeps; decimals too.
  bool booleans = true;
  bool dates = true;
  bool moments = true;  ///< Dates with a time.
  WrittenDates written_dates;
  /// Values that are moments with their offset from UTC (`utc_of`).
  std::uint64_t instants = 0;
  /// Each integer is greater than the one before, and all have 63 bits.
  bool rising = true;
  /// The first and the last integer while they rise; 0 where there is none.
  std::int64_t first = 0;
  std::int64_t last = 0;
  bool is_utf8 = true;

  std::int64_t least = 0;
  std::uint64_t most = 0;
  /// Digits of seconds' fractions, of moments of every kind.
  std::uint32_t moment_digits = 0;
  std::uint64_t longest_bytes = 0;
  /// UTF-8 characters.
  std::uint64_t longest_characters = 0;

  /// Takes the next value. `quoted` is true where it stands in quotes, `null` where it is NULL.
  void add(std::string_view value, bool quoted, bool null);

 private:
  void add_value(std::string_view value);
  void look_at_number(std::string_view value);
  void add_integer(std::string_view value);

  bool has_first_ = false;
};

}  // namespace sluice
