#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "range/key.h"
#include "range/midpoint.h"

namespace sluice {

/// `midpoint` for text in utf8mb4, of a column in any character set and collation.
std::optional<std::string> text_midpoint(const KeyPart& part, std::string_view early, std::string_view late,
                                         TextGuess guess);

}  // namespace sluice
