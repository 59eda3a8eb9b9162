#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

/// Reason for which a line is no JSON object (`EngineJsonFault` in app/engine/scan/scans.ts).
enum class JsonFault : std::uint8_t {
  kNoObject,    ///< It does not begin with a brace.
  kUnexpected,  ///< A character that JSON does not have there.
  kCut,         ///< It ends within the object.
  kMore,        ///< Something stands behind the object.
  kControl,     ///< A control character within a string.
  kEscape,      ///< An escape that JSON does not have.
  kSurrogate,   ///< Half of a pair of surrogates.
  kNotUtf8,
  kTooDeep,
  kTwice,  ///< A key stands there twice.
};

struct JsonError {
  JsonFault fault = JsonFault::kUnexpected;
  /// Byte of the line, from 0.
  std::size_t at = 0;
};

enum class JsonKind : std::uint8_t { kString, kNumber, kBoolean, kNull, kContainer };

/// A value as it stands in its line; a string without its quotes.
struct JsonValue {
  JsonKind kind = JsonKind::kNull;
  std::string_view text;
  bool has_escapes = false;
};

struct JsonMember {
  JsonValue key;
  JsonValue value;
};

/// Reads the members of the object that a line is, strictly as RFC 8259 has them. Throws `JsonError`. Used by
/// one thread.
class JsonReader {
 public:
  /// The line is UTF-8; it must outlive this.
  explicit JsonReader(std::string_view line);

  /// False behind the last one.
  bool next(JsonMember& member);

 private:
  void skip_blanks();
  char peek() const;
  void expect(char byte);
  JsonValue value();
  JsonValue string();
  void escape();
  unsigned hex4();
  void number();
  void digits();
  void word(std::string_view text);
  void container();
  [[noreturn]] void fail(JsonFault fault) const { throw JsonError{fault, at_}; }

  const std::string_view line_;
  std::size_t at_ = 0;
  bool is_first_ = true;
};

/// Appends a string's text, in UTF-8.
void append_unescaped(const JsonValue& string, std::string& out);

/// A string without its escapes, which `room` may hold; any other value as it stands there.
std::string_view text_of(const JsonValue& value, std::string& room);

/// Returns whether a text is one JSON value and nothing else.
bool is_json(std::string_view text);

}  // namespace sluice
