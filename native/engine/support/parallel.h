#pragma once

#include <functional>

namespace sluice {

/// Runs `work(0)` to `work(count - 1)`, each on a thread of its own, and returns when all have ended. `work`
/// does not throw.
void run_in_parallel(int count, const std::function<void(int)>& work);

}  // namespace sluice
