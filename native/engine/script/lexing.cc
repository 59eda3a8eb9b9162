#include "script/lexing.h"

#include <algorithm>

namespace sluice {

MultiByte multi_byte_of(std::string_view charset) {
  if (charset == "gbk" || charset == "gb18030") return MultiByte::kGbk;
  if (charset == "sjis" || charset == "cp932") return MultiByte::kSjis;
  return charset == "big5" ? MultiByte::kBig5 : MultiByte::kNone;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

bool equals_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return lower(a) == b; });
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return equals_word(text.substr(0, word.size()), word) &&
         (text.size() == word.size() || !is_of_word(text[word.size()]));
}

}  // namespace sluice
