#include "row/escape.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sluice {
namespace {

std::string escaped(const std::string& text) {
  std::string out(escaped_room(text.size()), '?');
  out.resize(static_cast<std::size_t>(escape_text(text, out.data()) - out.data()));
  return out;
}

/// Value that LOAD DATA reads from a field (FIELDS ESCAPED BY '\\' in the manuals of both vendors).
std::string unescaped(const std::string& field) {
  std::string text;
  for (std::size_t at = 0; at < field.size(); ++at) {
    if (field[at] != '\\') {
      text += field[at];
      continue;
    }
    switch (field.at(++at)) {
      case '0':
        text += '\0';
        break;
      case 'b':
        text += '\b';
        break;
      case 'n':
        text += '\n';
        break;
      case 'r':
        text += '\r';
        break;
      case 't':
        text += '\t';
        break;
      case 'Z':
        text += '\x1A';
        break;
      default:
        text += field[at];
    }
  }
  return text;
}

TEST(EscapeTest, EscapesTheSevenBytesOfTheDialect) {
  EXPECT_EQ(escaped(std::string("\0\b\n\r\t\x1A\\", 7)), "\\0\\b\\n\\r\\t\\Z\\\\");
}

TEST(EscapeTest, LeavesEveryOtherByteAlone) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    const bool special = std::string("\0\b\n\r\t\x1A\\", 7).find(one[0]) != std::string::npos;
    EXPECT_EQ(escaped(one) == one, !special) << byte;
    // The same in the middle of a whole step of the fast path.
    const std::string wide = std::string(9, 'x') + one + std::string(30, 'y');
    EXPECT_EQ(escaped(wide) == wide, !special) << byte;
  }
}

TEST(EscapeTest, TellsTheTextBackslashNFromNull) { EXPECT_EQ(escaped("\\N"), "\\\\N"); }

TEST(EscapeTest, EscapesAtEveryPositionOfEveryLength) {
  for (std::size_t length = 1; length < 70; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      std::string text(length, 'a');
      text[at] = '\t';
      std::string expected = text;
      expected.replace(at, 1, "\\t");
      ASSERT_EQ(escaped(text), expected) << length << " " << at;
    }
  }
}

TEST(EscapeTest, LoadDataReadsBackWhatWasEscaped) {
  std::mt19937 random(20260701);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 200, '\0');
    // Runs of clean bytes with clusters of special ones, as in real text, and pure noise.
    const auto noise = random() % 100;
    for (char& byte : text)
      byte = static_cast<char>(random() % 100 < noise ? random() % 256 : 'a' + random() % 26);
    const std::string field = escaped(text);
    ASSERT_EQ(unescaped(field), text);
    ASSERT_EQ(field.find_first_of(std::string("\0\b\n\r\t\x1A", 6)), std::string::npos);
  }
}

}  // namespace
}  // namespace sluice
