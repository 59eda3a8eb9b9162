#pragma once

#include <string_view>

#include "script/insert_head.h"

namespace sluice {

/// True where all names are UTF-8 in a script of this character set, which is empty where it has set none.
bool has_plain_names(const InsertHead& head, std::string_view charset);

/// True where a character set is an encoding of Unicode in one to four bytes.
bool is_utf8(std::string_view charset);

}  // namespace sluice
