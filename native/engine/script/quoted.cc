#include "script/quoted.h"

#include <bit>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice {
namespace {

/// True for a byte that may end a run of bytes that are just themselves.
template <bool kEscapes, bool kPairs>
bool is_special(char byte, char quote) {
  return byte == quote || (kEscapes && byte == '\\') || (kPairs && static_cast<unsigned char>(byte) >= 0x80);
}

#if defined(__SSE2__)

constexpr std::ptrdiff_t kStep = 16;

template <bool kEscapes, bool kPairs>
std::uint32_t specials_of(const char* at, __m128i quotes) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  __m128i found = _mm_cmpeq_epi8(bytes, quotes);
  if constexpr (kEscapes) found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  // The highest bit of a byte is all that a mask is made of.
  if constexpr (kPairs) found = _mm_or_si128(found, bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(found));
}

template <bool kEscapes, bool kPairs>
const char* find_special(const char* at, const char* end, char quote) {
  const __m128i quotes = _mm_set1_epi8(quote);
  for (; end - at >= kStep; at += kStep) {
    if (const std::uint32_t found = specials_of<kEscapes, kPairs>(at, quotes)) {
      return at + std::countr_zero(found);
    }
  }
  while (at != end && !is_special<kEscapes, kPairs>(*at, quote)) ++at;
  return at;
}

#else

template <bool kEscapes, bool kPairs>
const char* find_special(const char* at, const char* end, char quote) {
  while (at != end && !is_special<kEscapes, kPairs>(*at, quote)) ++at;
  return at;
}

#endif

template <bool kEscapes, bool kPairs>
const char* find_end(const char* at, const Input& input, char quote, MultiByte multi_byte) {
  const char* const end = input.end;
  for (;;) {
    at = find_special<kEscapes, kPairs>(at, end, quote);
    if (at == end) return nullptr;
    const char byte = *at++;
    if (byte == quote) {
      if (at == end) return input.is_all ? at : nullptr;
      if (*at != quote) return at;
      ++at;
    } else {
      if (at == end) return nullptr;
      if (kEscapes && byte == '\\') {
        ++at;
      } else if (kPairs && is_pair(multi_byte, byte, *at)) {
        ++at;
      }
    }
  }
}

constexpr bool between(unsigned char byte, unsigned char first, unsigned char last) {
  return byte >= first && byte <= last;
}

/// True for a byte that begins a pair, if another one follows that ends it.
bool is_lead(MultiByte multi_byte, char byte) {
  const auto lead = static_cast<unsigned char>(byte);
  switch (multi_byte) {
    case MultiByte::kNone:
      return false;
    case MultiByte::kGbk:
      return between(lead, 0x81, 0xFE);
    case MultiByte::kSjis:
      return between(lead, 0x81, 0x9F) || between(lead, 0xE0, 0xFC);
    case MultiByte::kBig5:
      return between(lead, 0xA1, 0xF9);
  }
  return false;
}

}  // namespace

bool is_pair(MultiByte multi_byte, char lead, char trail) {
  const auto byte = static_cast<unsigned char>(trail);
  if (!is_lead(multi_byte, lead)) return false;
  if (between(byte, 0x40, 0x7E)) return true;
  if (multi_byte == MultiByte::kBig5) return between(byte, 0xA1, 0xFE);
  return between(byte, 0x80, multi_byte == MultiByte::kSjis ? 0xFC : 0xFE);
}

const char* next_special(const char* at, const char* end, char quote, const Lexing& lexing) {
  const bool escapes = lexing.backslashes && lexing.encloses_text(quote);
  if (lexing.multi_byte != MultiByte::kNone) {
    return escapes ? find_special<true, true>(at, end, quote) : find_special<false, true>(at, end, quote);
  }
  return escapes ? find_special<true, false>(at, end, quote) : find_special<false, false>(at, end, quote);
}

std::string_view meant_by_escape(const char* letter) {
  switch (*letter) {
    case '0':
      return {"\0", 1};
    case 'b':
      return "\b";
    case 'n':
      return "\n";
    case 'r':
      return "\r";
    case 't':
      return "\t";
    case 'Z':
      return "\x1A";
    case '%':
    case '_':
      return {letter - 1, 2};
    default:
      return {letter, 1};
  }
}

const char* end_of_quoted(const char* at, const Input& input, char quote, const Lexing& lexing) {
  const bool escapes = lexing.backslashes && lexing.encloses_text(quote);
  const MultiByte multi_byte = lexing.multi_byte;
  if (multi_byte != MultiByte::kNone) {
    return escapes ? find_end<true, true>(at, input, quote, multi_byte)
                   : find_end<false, true>(at, input, quote, multi_byte);
  }
  return escapes ? find_end<true, false>(at, input, quote, multi_byte)
                 : find_end<false, false>(at, input, quote, multi_byte);
}

}  // namespace sluice
