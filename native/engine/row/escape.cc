#include "row/escape.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice {
namespace {

/// The letter that stands for a byte after the backslash; 0 for a byte that goes as it is.
constexpr std::array<char, 256> make_letters() {
  std::array<char, 256> letters{};
  letters[0x00] = '0';
  letters[0x08] = 'b';
  letters[0x09] = 't';
  letters[0x0A] = 'n';
  letters[0x0D] = 'r';
  letters[0x1A] = 'Z';
  letters['\\'] = '\\';
  return letters;
}

constexpr std::array<char, 256> kLetters = make_letters();

char* escape_byte(char byte, char* out) {
  const char letter = kLetters[static_cast<unsigned char>(byte)];
  if (letter == 0) {
    *out = byte;
    return out + 1;
  }
  out[0] = '\\';
  out[1] = letter;
  return out + 2;
}

static_assert(std::endian::native == std::endian::little, "the first byte is the lowest one");

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighBits = 0x8080808080808080U;

/// The high bit of every byte that may need an escape: control characters, of which a few do not, and the
/// backslash. A borrow may mark a byte after a marked one too, which is looked at without need.
std::uint64_t suspects_of(std::uint64_t bytes) {
  const std::uint64_t control = (bytes - kOnes * 0x20) & ~bytes;
  const std::uint64_t difference = bytes ^ (kOnes * static_cast<unsigned char>('\\'));
  const std::uint64_t backslash = (difference - kOnes) & ~difference;
  return (control | backslash) & kHighBits;
}

/// Filler for the bytes that a shorter word does not have: none of them is suspect.
template <class Word>
constexpr std::uint64_t kNoBytes = ~std::uint64_t{std::numeric_limits<Word>::max()};

template <class Word>
Word load(const char* in) {
  Word word = 0;
  std::memcpy(&word, in, sizeof word);
  return word;
}

/// Copies what is left behind the last whole step, as two words that overlap where a step has more than a
/// word. False where a byte of it may need an escape.
template <class Word>
bool copy_words(const char* in, std::size_t bytes, char* out) {
  const std::size_t last = bytes - sizeof(Word);
  const Word head = load<Word>(in);
  const Word tail = load<Word>(in + last);
  if ((suspects_of(head | kNoBytes<Word>) | suspects_of(tail | kNoBytes<Word>)) != 0) return false;
  std::memcpy(out, &head, sizeof head);
  std::memcpy(out + last, &tail, sizeof tail);
  return true;
}

/// Bytes that are looked at, and copied, in one step.
#if defined(__SSE2__)

constexpr std::size_t kStep = 16;

/// Copies kStep bytes and returns a mask whose lowest set bit is the first byte that may need an escape.
std::uint32_t copy_step(const char* in, char* out) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
  const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(control, backslash)));
}

std::size_t first_suspect(std::uint32_t mask) { return static_cast<std::size_t>(std::countr_zero(mask)); }

#else

constexpr std::size_t kStep = 8;

std::uint64_t copy_step(const char* in, char* out) {
  const auto bytes = load<std::uint64_t>(in);
  std::memcpy(out, &bytes, kStep);
  return suspects_of(bytes);
}

std::size_t first_suspect(std::uint64_t mask) { return static_cast<std::size_t>(std::countr_zero(mask)) / 8; }

#endif

/// The bytes behind the last whole step. Numbers, dates and short names are nothing else.
char* escape_rest(const char* in, std::size_t bytes, char* out) {
  if (bytes >= 8 && copy_words<std::uint64_t>(in, bytes, out)) return out + bytes;
  if (bytes >= 4 && bytes < 8 && copy_words<std::uint32_t>(in, bytes, out)) return out + bytes;
  for (const char* const end = in + bytes; in < end;) out = escape_byte(*in++, out);
  return out;
}

}  // namespace

char* escape_text(std::string_view text, char* out) {
  const char* in = text.data();
  const char* const end = in + text.size();
  while (static_cast<std::size_t>(end - in) >= kStep) {
    const auto suspects = copy_step(in, out);
    const std::size_t clean = suspects == 0 ? kStep : first_suspect(suspects);
    in += clean;
    out += clean;
    if (clean < kStep) out = escape_byte(*in++, out);
  }
  return escape_rest(in, static_cast<std::size_t>(end - in), out);
}

}  // namespace sluice
