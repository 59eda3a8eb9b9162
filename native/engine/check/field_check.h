#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// Reason for which a column can't take a value as it is (`EngineMisfit` in app/engine/scan/scans.ts).
enum class Misfit : std::uint8_t {
  kNull,
  kNumber,   ///< It is no number.
  kRange,    ///< The number, the date or the time is too large or too small.
  kRounded,  ///< Digits that are not zero would be lost, or the time of a date.
  kMoment,   ///< It is no date, or no time.
  kLength,
  kMember,
  kHex,
  kCharset,  ///< A character is not in the column's character set.
  kUtf8,
};

/// Kind of values that a column takes.
enum class FieldKind : std::uint8_t {
  kAny,
  kInteger,
  kDecimal,
  kFloat,
  kDouble,
  kDate,
  kDateTime,
  kTimestamp,
  kTime,
  kYear,
  kText,
  kEnum,
  kSet,
  kHex,  ///< Hexadecimal digits of bytes.
};

/// Character sets that don't have all characters.
enum class FieldCharset : std::uint8_t { kAll, kAscii, kLatin1, kUtf8mb3 };

/// All that is known of a column of a definition before a server is asked (`EngineFieldCheck`). A value that
/// fits here may still be refused by the server; one that does not would be refused by it, or be stored as
/// another.
struct FieldCheck {
  FieldKind kind = FieldKind::kAny;
  bool not_null = false;
  bool is_unsigned = false;
  /// Bits of an integer.
  std::uint64_t bits = 0;
  /// Digits of a decimal, and those of fractions of numbers and seconds.
  std::uint64_t digits = 0;
  std::uint64_t fraction = 0;
  /// 0 for any number. Spaces at a CHAR's end don't count.
  std::uint64_t most_characters = 0;
  std::uint64_t most_bytes = 0;
  bool trims_spaces = false;
  FieldCharset charset = FieldCharset::kAll;
  /// Values of an ENUM or a SET.
  std::vector<std::string> members = {};
};

/// Bytes of a value that are shown.
constexpr std::size_t kMostMisfitBytes = 256;

/// The first value of a row that its column can't take (`EngineMisfitRow`).
struct MisfitRow {
  std::uint64_t line = 0;
  /// Number of the column among those that were checked, from 0.
  std::size_t column = 0;
  Misfit misfit = Misfit::kNull;
  /// The value, and the row as it stands in the file where it is set aside; as far as they are kept.
  std::string value = {};
  std::string text = {};
};

/// Compares a value that is not NULL with what its column takes; absent where nothing speaks against it.
std::optional<Misfit> misfit_of(const FieldCheck& field, std::string_view value);

}  // namespace sluice
