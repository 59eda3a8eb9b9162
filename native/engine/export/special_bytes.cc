#include "export/special_bytes.h"

#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice {
namespace {

constexpr unsigned char kLastControl = 0x1F;

#if defined(__SSE2__)
constexpr std::size_t kStep = 16;
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
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i control =
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(static_cast<char>(kLastControl))), bytes);
    const __m128i printable = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(printable_[0])),
                                           _mm_cmpeq_epi8(bytes, _mm_set1_epi8(printable_[1])));
    if (_mm_movemask_epi8(_mm_or_si128(control, printable)) != 0) {
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

}  // namespace sluice
