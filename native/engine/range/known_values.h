#pragma once

#include <vector>

#include "range/key.h"

namespace sluice {

/// The values of the key's first parts that alone the rows can have that are in all of `ranges`, as far as
/// the bounds tell: of an ENUM or SET by its numbers, of other parts where a start and an end agree.
Key known_values(const KeyParts& parts, const std::vector<KeyRange>& ranges);

}  // namespace sluice
