#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "range/key.h"

namespace sluice {

/// Way in which a value between two texts is guessed; all other values are halved whatever this says.
enum class TextGuess : std::uint8_t {
  kHalfway,  ///< Half way where digits and letters tell an order; else like kGroup.
  kGroup,    ///< The beginning of the greater text, which parts all that begin so from those before them.
};

/// A value about half way between two values of a key part, of which `early` comes first in the scan: rather
/// `early` itself than `late` where there is nothing between. Nothing where none can be named.
///
/// A guess and no more. Numbers, times and bytes are halved as such; text is halved as if it were ordered by
/// digits and letters, which no collation is exactly: where that leads nowhere, the other guess may. Whoever
/// asks has the server say what lies on which side. A guess can be stored in the column as it is, so that the
/// server's index answers.
std::optional<std::string> midpoint(const KeyPart& part, std::string_view early, std::string_view late,
                                    TextGuess guess);

}  // namespace sluice
