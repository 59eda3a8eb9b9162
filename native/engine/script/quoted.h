#pragma once

#include <cstddef>
#include <string_view>

#include "script/lexing.h"

namespace sluice {

/// True for a lead byte and its trail byte, as the server finds them (ctype-gbk.c and its like).
bool is_pair(MultiByte multi_byte, char lead, char trail);

/// First byte within quotes that is not just itself: the quote, and as far as `lexing` has them backslashes
/// and lead bytes; `end` where there is none.
const char* next_special(const char* at, const char* end, char quote, const Lexing& lexing);

/// The bytes that a backslash and `letter`, which stands behind it, mean within a text.
std::string_view meant_by_escape(const char* letter);

/// End of what is enclosed by `quote`, behind the closing one; `at` is behind the opening one. Null where
/// the bytes in hand do not hold it.
const char* end_of_quoted(const char* at, const Input& input, char quote, const Lexing& lexing);

}  // namespace sluice
