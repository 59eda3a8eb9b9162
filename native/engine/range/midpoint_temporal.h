#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "range/key.h"

namespace sluice {

/// `midpoint` for `YYYY-MM-DD` with or without ` hh:mm:ss` and a fraction, zero and invalid dates among them.
std::optional<std::string> date_time_midpoint(const KeyPart& part, std::string_view early,
                                              std::string_view late);

/// `midpoint` for `[-]hhh:mm:ss` with or without a fraction.
std::optional<std::string> time_midpoint(std::string_view early, std::string_view late);

}  // namespace sluice
