#pragma once

#include <gtest/gtest.h>

#include "support/failure.h"

namespace sluice::test {

/// The failure that `work` ends with; the test fails where it ends well.
template <class Work>
Failure failure_of(Work work) {
  try {
    work();
  } catch (const EngineError& error) {
    return error.failure();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace sluice::test
