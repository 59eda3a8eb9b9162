#include "support/parallel.h"

#include <thread>
#include <vector>

namespace sluice {

void run_in_parallel(int count, const std::function<void(int)>& work) {
  std::vector<std::jthread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  for (int at = 0; at < count; ++at) threads.emplace_back([&work, at] { work(at); });
}

}  // namespace sluice
