#pragma once

namespace sluice {

/// Half way from `early` to `late`, rounded towards `early`; either may be the larger one. The difference
/// must fit the type.
template <class Number>
Number halfway(Number early, Number late) {
  return early < late ? early + (late - early) / 2 : early - (early - late) / 2;
}

}  // namespace sluice
