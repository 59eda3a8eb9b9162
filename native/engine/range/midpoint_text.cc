#include "range/midpoint_text.h"

#include <algorithm>
#include <cstdint>

#include "range/halfway.h"

namespace sluice {
namespace {

using Characters = std::u32string;

/// A character's rank in about the order of most collations: punctuation and the end of the text, digits,
/// letters whatever their case, all others.
constexpr std::uint64_t kRankOfDigits = 1;
constexpr std::uint64_t kRankOfLetters = 11;
constexpr std::uint64_t kRankOfOthers = 37;
constexpr std::uint64_t kRanks = 38;
/// Characters that are guessed at once.
constexpr std::size_t kGuessed = 6;

/// Decodes a text into characters; in a one-byte character set each is its byte.
std::optional<Characters> decode(const KeyPart& part, std::string_view text) {
  Characters characters;
  if (part.kind == KeyKind::kEncodedText) {
    for (const char byte : text) characters += static_cast<unsigned char>(byte);
    return characters;
  }
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (at + length > text.size()) return std::nullopt;
    std::uint32_t value = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t more = 1; more < length; ++more)
      value = value << 6 | (static_cast<unsigned char>(text[at + more]) & 0x3FU);
    characters += static_cast<char32_t>(value);
    at += length;
  }
  return characters;
}

std::string encode(const KeyPart& part, const Characters& characters) {
  std::string text;
  if (part.kind == KeyKind::kEncodedText) {
    for (const char32_t character : characters) text += static_cast<char>(character);
    return text;
  }
  for (const char32_t character : characters) {
    const auto value = static_cast<std::uint32_t>(character);
    const int more = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    const std::uint32_t lead = more == 0 ? 0 : (0xF0U << (3 - more)) & 0xFFU;
    text += static_cast<char>(lead | (value >> (6 * more)));
    for (int left = more; left-- > 0;) text += static_cast<char>(0x80U | ((value >> (6 * left)) & 0x3FU));
  }
  return text;
}

bool is_upper(char32_t c) { return c >= U'A' && c <= U'Z'; }
bool is_other(char32_t c) { return c >= 0x80; }

std::uint64_t rank(char32_t c) {
  if (is_other(c)) return kRankOfOthers;
  if (c >= U'0' && c <= U'9') return kRankOfDigits + (c - U'0');
  if (c >= U'a' && c <= U'z') return kRankOfLetters + (c - U'a');
  if (is_upper(c)) return kRankOfLetters + (c - U'A');
  return 0;
}

char32_t at_rank(std::uint64_t rank, bool upper) {
  if (rank == 0) return U'!';
  if (rank < kRankOfLetters) return U'0' + static_cast<char32_t>(rank - kRankOfDigits);
  const auto letter = static_cast<char32_t>(std::min(rank, kRankOfOthers - 1) - kRankOfLetters);
  return (upper ? U'A' : U'a') + letter;
}

char32_t at(const Characters& text, std::size_t place) { return place < text.size() ? text[place] : U'\0'; }

std::uint64_t ranks_from(const Characters& text, std::size_t first) {
  std::uint64_t value = 0;
  for (std::size_t place = first; place < first + kGuessed; ++place)
    value = value * kRanks + rank(at(text, place));
  return value;
}

Characters from_ranks(std::uint64_t value, bool upper) {
  Characters text;
  for (std::size_t place = 0; place < kGuessed; ++place, value /= kRanks)
    text.insert(text.begin(), at_rank(value % kRanks, upper));
  return text;
}

/// Returns whether two characters differ in more than case.
bool differ(char32_t a, char32_t b) {
  const bool ranked = !is_other(a) && !is_other(b) && (rank(a) > 0 || rank(b) > 0);
  return ranked ? rank(a) != rank(b) : a != b;
}

/// The first place where the texts differ in more than case.
std::size_t first_difference(const Characters& a, const Characters& b) {
  const std::size_t most = std::max(a.size(), b.size());
  for (std::size_t place = 0; place < most; ++place) {
    if (differ(at(a, place), at(b, place))) return place;
  }
  return most;
}

}  // namespace

std::optional<std::string> text_midpoint(const KeyPart& part, std::string_view early, std::string_view late,
                                         TextGuess wanted) {
  const auto from = decode(part, early);
  const auto to = decode(part, late);
  if (!from || !to) return std::nullopt;
  const std::size_t place = first_difference(*from, *to);
  if (place == std::max(from->size(), to->size())) return std::nullopt;
  // Behind the smaller of the two: the larger one's own beginning parts its group from all before it.
  const Characters& smaller = part.descending ? *to : *from;
  const Characters& larger = part.descending ? *from : *to;
  const char32_t low = at(smaller, place);
  const char32_t high = at(larger, place);
  Characters guess = larger.substr(0, place);
  if (wanted == TextGuess::kGroup) {
    guess += high == U'\0' ? low : high;
  } else if (is_other(low) && part.kind == KeyKind::kText && low < 0xD800 && high < 0xD800) {
    guess += halfway(low, high) == low ? high : halfway(low, high);
  } else if (is_other(low) || is_other(high)) {
    guess += high == U'\0' ? low : high;
  } else {
    guess += from_ranks(halfway(ranks_from(*from, place), ranks_from(*to, place)),
                        is_upper(low) || is_upper(high));
  }
  // No longer than what the column holds, or the server would not look it up in the index.
  guess.resize(std::min(guess.size(), std::max(from->size(), to->size())));
  return encode(part, guess);
}

}  // namespace sluice
