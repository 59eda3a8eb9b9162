#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "support/buffer.h"

namespace sluice {

inline void append_text(Buffer& text, std::string_view more) {
  if (more.empty()) return;
  std::memcpy(text.reserve(more.size()), more.data(), more.size());
  text.commit(more.size());
}

/// Returns whether it is an integer that any double keeps, as anyone prints it: most numbers are.
bool is_plain_number(std::string_view text);

// The formats of exported values. Each knows the text around rows and values, and
// - `kIsTyped`: the values are formed by the types of their columns, as `ParquetRows` has it; else
// - `kPlainNumbers`: a plain number is written as it is, whatever is around it;
// - `special`: the characters that `put` must see;
// - `needs_quotes`: without `kPlainNumbers`, whether a value needs them though it holds nothing special;
// - `put`: writes one character of a value;
// - `end_text`, `end_number`: end the value that begins at `start`, in which `put` has seen something special
//   or not; `scratch` may be used;
// - `put_bytes`: writes bytes.

/// SQL, for a session with backslash escapes.
class SqlText {
 public:
  static constexpr bool kIsTyped = false;
  static constexpr bool kPlainNumbers = true;
  static constexpr std::string_view kRowStart = "(";
  static constexpr std::string_view kRowEnd = "),\n";
  static constexpr std::string_view kQuoteAtOnce = "'";

  static std::string_view special() { return {"'\\\0\n\r\x1A", 6}; }
  static std::string_view between() { return ","; }
  static std::string_view null_text() { return "NULL"; }
  static void put(Buffer& text, char byte);
  static void end_text(Buffer& text, std::size_t start, bool special, Buffer& scratch);
  static void end_number(Buffer& text, std::size_t start, bool is_float, bool special, Buffer& scratch);
  static void put_bytes(Buffer& text, std::string_view bytes);
};

/// CSV of RFC 4180. NULL is a word without quotes, so that no text is taken for it.
class CsvText {
 public:
  static constexpr bool kIsTyped = false;
  static constexpr bool kPlainNumbers = false;
  static constexpr std::string_view kRowStart = "";
  static constexpr std::string_view kRowEnd = "\r\n";
  static constexpr std::string_view kQuoteAtOnce = "";

  CsvText(char separator, std::string null_word, CsvBytes bytes);

  std::string_view special() const { return special_; }
  std::string_view between() const { return separator_; }
  std::string_view null_text() const { return null_word_; }
  static void put(Buffer& text, char byte);
  void end_text(Buffer& text, std::size_t start, bool special, Buffer& scratch) const;
  void end_number(Buffer& text, std::size_t start, bool is_float, bool special, Buffer& scratch) const;
  void put_bytes(Buffer& text, std::string_view bytes) const;
  /// True for a value that would be taken for another one without quotes, though it holds nothing special.
  bool needs_quotes(std::string_view value) const {
    // Readers, ours too, take \N without quotes for NULL, whatever NULL is written as.
    return value.empty() || value == null_word_ || value == "\\N";
  }

 private:
  std::string separator_;
  std::string null_word_;
  std::string special_;
  CsvBytes bytes_;
};

/// JSON (RFC 8259).
class JsonText {
 public:
  static constexpr bool kIsTyped = false;
  static constexpr bool kPlainNumbers = true;
  static constexpr std::string_view kRowStart = "{";
  static constexpr std::string_view kRowEnd = "}\n";
  static constexpr std::string_view kQuoteAtOnce = "\"";

  static std::string_view special();
  static std::string_view between() { return ","; }
  static std::string_view null_text() { return "null"; }
  static void put(Buffer& text, char byte);
  static void end_text(Buffer& text, std::size_t start, bool special, Buffer& scratch);
  static void end_number(Buffer& text, std::size_t start, bool is_float, bool special, Buffer& scratch);
  static void put_bytes(Buffer& text, std::string_view bytes);
};

}  // namespace sluice
