#include "export/special_bytes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice {
namespace {

constexpr unsigned char kLastControl = 0x1F;

#if defined(__SSE2__)
constexpr std::size_t kStep = 16;

/// Marks each byte that is a control character, any of which may be special, or one of the two others.
int suspects_of(__m128i bytes, const std::array<char, 2>& printable) {
  const __m128i control =
      _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(static_cast<char>(kLastControl))), bytes);
  const __m128i others = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(printable[0])),
                                      _mm_cmpeq_epi8(bytes, _mm_set1_epi8(printable[1])));
  return _mm_movemask_epi8(_mm_or_si128(control, others));
}

__m128i load(const char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

void store(__m128i bytes, char* out) { _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes); }

/// The two words of a type that a text of one to two of them begins and ends with, which may overlap.
template <class Word>
__m128i ends_of(std::string_view text) {
  static_assert(sizeof(Word) * 2 <= kStep);
  std::array<Word, 2> words{};
  std::memcpy(&words[0], text.data(), sizeof(Word));
  std::memcpy(&words[1], text.data() + text.size() - sizeof(Word), sizeof(Word));
  // No byte of the filler is suspect.
  std::array<char, kStep> bytes{};
  bytes.fill(' ');
  std::memcpy(bytes.data(), words.data(), sizeof words);
  return load(bytes.data());
}

template <class Word>
char* copy_ends(std::string_view text, char* out) {
  std::memmove(out, text.data(), sizeof(Word));
  std::memmove(out + text.size() - sizeof(Word), text.data() + text.size() - sizeof(Word), sizeof(Word));
  return out + text.size();
}
#endif

}  // namespace

SpecialBytes::SpecialBytes(std::string_view special) {
  std::size_t printable = 0;
  for (const char byte : special) {
    special_[static_cast<unsigned char>(byte)] = true;
    if (static_cast<unsigned char>(byte) > kLastControl) printable_.at(printable++) = byte;
  }
  if (printable == 1) printable_[1] = printable_[0];
}

const char* SpecialBytes::first(const char* at, const char* end) const {
#if defined(__SSE2__)
  // Any control character may be one: those that are not are rare too.
  while (static_cast<std::size_t>(end - at) >= kStep) {
    if (suspects_of(load(at), printable_) != 0) {
      for (std::size_t step = 0; step < kStep; ++step) {
        if (is_special(at[step])) return at + step;
      }
    }
    at += kStep;
  }
#endif
  while (at != end && !is_special(*at)) ++at;
  return at;
}

char* SpecialBytes::copy_without(std::string_view text, char* out) const {
#if defined(__SSE2__)
  const std::size_t size = text.size();
  if (size >= kStep) {
    for (std::size_t at = 0; at + kStep <= size; at += kStep) {
      const __m128i bytes = load(text.data() + at);
      if (suspects_of(bytes, printable_) != 0) return nullptr;
      store(bytes, out + at);
    }
    const __m128i last = load(text.data() + size - kStep);
    if (suspects_of(last, printable_) != 0) return nullptr;
    store(last, out + size - kStep);
    return out + size;
  }
  if (size >= 8) {
    if (suspects_of(ends_of<std::uint64_t>(text), printable_) != 0) return nullptr;
    return copy_ends<std::uint64_t>(text, out);
  }
  if (size >= 4) {
    if (suspects_of(ends_of<std::uint32_t>(text), printable_) != 0) return nullptr;
    return copy_ends<std::uint32_t>(text, out);
  }
#endif
  for (const char byte : text) {
    if (is_special(byte)) return nullptr;
    *out++ = byte;
  }
  return out;
}

}  // namespace sluice
