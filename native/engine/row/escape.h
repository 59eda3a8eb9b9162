#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

/// The most bytes `escape_text` writes for `bytes` of text, its scratch space included.
constexpr std::size_t escaped_room(std::size_t bytes) { return 2 * bytes + 16; }

/// Writes `text` to `out` as a field of the dump's TSV and returns the end of what was written. A byte that
/// LOAD DATA would take for something else becomes a backslash and a letter: \0 \b \n \r \t \Z \\ (the
/// dialect of MySQL Shell's dumps). `out` has room for `escaped_room(text.size())`.
char* escape_text(std::string_view text, char* out);

}  // namespace sluice
