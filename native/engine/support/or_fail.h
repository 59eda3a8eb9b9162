#pragma once

#include <exception>
#include <utility>

#include "support/failures.h"

namespace sluice {

/// The outermost frame of a thread: runs `work` and hands whatever it throws to `fail`, as a value.
template <typename Work, typename Fail>
void or_fail(Work&& work, Fail&& fail) noexcept {
  try {
    std::forward<Work>(work)();
  } catch (const std::exception& error) {
    fail(failure_of(error));
  }
}

}  // namespace sluice
