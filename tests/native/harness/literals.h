#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::test {

/// Session for which literals are made.
struct Style {
  std::string charset;
  bool backslashes = true;
  bool ansi_quotes = false;
  std::vector<std::string> characters;
};

inline std::vector<Style> styles() {
  const std::vector<std::string> ascii{"a",
                                       "0",
                                       "'",
                                       "\"",
                                       "\\",
                                       "%",
                                       "_",
                                       "n",
                                       "Z",
                                       "\n",
                                       " ",
                                       ";",
                                       ",",
                                       "(",
                                       ")",
                                       "#",
                                       "--",
                                       "/*",
                                       std::string(1, '\0')};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), ascii.begin(), ascii.end());
    return more;
  };
  const std::vector<std::string> utf8{"\xC3\xA4", "\xE4\xBD\xA0", "\xF0\x9F\x98\x80"};
  // Trail bytes that look like a backslash or a backtick, and lead bytes that nothing follows.
  return {{"utf8mb4", true, false, with(utf8)},
          {"utf8mb4", false, false, with(utf8)},
          {"utf8mb4", true, true, with(utf8)},
          {"gbk", true, false, with({"\x95\x5C", "\xC4\xE3", "\x81\x60", "\x81 "})},
          {"gb18030", false, false, with({"\x95\x5C", "\xC4\xE3"})},
          {"sjis", true, false, with({"\x95\x5C", "\x83\x41", "\xB1", "\x83 "})},
          {"big5", true, false, with({"\xA4\x40", "\xB3\x5C", "\xA5\x60"})}};
}

/// Makes random literals.
class Literals {
 public:
  Literals(const Style& style, unsigned seed) : style_(style), random_(seed) {}

  std::size_t below(std::size_t most) { return random_() % most; }

  std::string text(std::size_t characters) {
    const char quote = below(3) == 0 && !style_.ansi_quotes ? '"' : '\'';
    std::string literal(1, quote);
    for (std::size_t at = 0; at < characters; ++at) {
      const std::string& character = style_.characters[below(style_.characters.size())];
      if (character.size() == 1) {
        literal += one(character.front(), quote);
      } else {
        literal += character;
      }
      if (below(12) == 0) literal += std::string(1, quote) + behind_text() + quote;
    }
    return literal + quote;
  }

  std::string digits(std::string_view of, std::size_t count) {
    std::string digits;
    while (digits.size() < count) digits += of[below(of.size())];
    return digits;
  }

 private:
  std::string one(char byte, char quote) {
    const bool must = byte == quote || (byte == '\\' && style_.backslashes);
    if (must && byte == quote && below(2) == 0) return std::string(2, byte);
    if (!style_.backslashes) return std::string(byte == quote ? 2 : 1, byte);
    if (must || below(3) == 0) return std::string{'\\', byte};
    return std::string(1, byte);
  }
  /// Texts that follow each other are one.
  std::string behind_text() {
    const std::vector<std::string> blanks{" ", "\n", " /*'*/ ", "#'\n", "\t"};
    return blanks[below(blanks.size())];
  }

  const Style& style_;
  std::minstd_rand random_;
};

}  // namespace sluice::test
