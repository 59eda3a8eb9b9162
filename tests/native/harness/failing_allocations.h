#pragma once

#include <cstddef>

namespace sluice::test {

/// As long as it lives, `operator new` refuses every thread of this process `bytes` or more at once, with
/// std::bad_alloc. One at a time; what C libraries take by malloc is not refused.
class FailingAllocations {
 public:
  explicit FailingAllocations(std::size_t bytes);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;

  /// Number of allocations refused so far.
  std::size_t refused() const;
};

}  // namespace sluice::test
