#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// Kind of a key's column: how its values are written in a statement, and how a value between two others is
/// guessed. The order itself is always the server's: nothing on this side compares keys.
enum class KeyKind : std::uint8_t {
  kInteger,      ///< An integer of any width and sign.
  kDecimal,      ///< DECIMAL.
  kDouble,       ///< DOUBLE, and FLOAT read as DOUBLE.
  kText,         ///< Text of a Unicode character set, in any collation.
  kNarrowText,   ///< Text of a character set that lacks some of Unicode.
  kEncodedText,  ///< Text of a character set of one byte, as its bytes.
  kBinary,       ///< Bytes.
  kDateTime,     ///< DATE and DATETIME.
  kTimestamp,    ///< TIMESTAMP, in a session in UTC.
  kTime,         ///< TIME.
  kYear,         ///< YEAR.
  kNumbered,     ///< ENUM and SET, by the number of the value.
};

/// One column of a range key, in the index's order and direction.
struct KeyPart {
  std::string column;  ///< Not quoted.
  KeyKind kind = KeyKind::kInteger;
  bool descending = false;
  /// Only ever of the first part: the rows without a value there lie beside all ranges.
  bool nullable = false;
  /// Highest number that a value of kNumbered can have; the lowest is 0, an ENUM's error value or an empty
  /// SET.
  unsigned most = 0;
  /// Character set of kEncodedText.
  std::string charset = {};
};

using KeyParts = std::vector<KeyPart>;

/// The values of a key, or of its first parts, as the server sends them: text, bytes of a binary column, the
/// number of a kNumbered one.
using Key = std::vector<std::string>;

/// Returns whether values of this kind are bytes and no text of the session's character set.
constexpr bool is_bytes(KeyKind kind) { return kind == KeyKind::kBinary || kind == KeyKind::kEncodedText; }

/// The value as SQL that means the very same value, whatever the session's sql_mode.
std::string literal(const KeyPart& part, std::string_view value);

/// Returns the expression that selects the number of a kNumbered column: texts do not tell the error value
/// from an empty one.
std::string number_of(const KeyPart& part);

/// Start of a range: with a row or behind it.
enum class Edge : std::uint8_t { kAt, kBehind };

/// Beginning of a range. The key may hold the first parts only: behind it is then behind all rows that begin
/// with them.
struct RangeStart {
  Key key;
  Edge edge = Edge::kBehind;
};

/// Half-open range of the key space. Where a bound is missing the range ends with the table.
struct KeyRange {
  std::optional<RangeStart> start;
  /// The key of the first row that is no longer in it.
  std::optional<Key> before;
};

}  // namespace sluice
