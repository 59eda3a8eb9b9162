#include "harness/failing_allocations.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

std::atomic<std::size_t> least_refused{std::numeric_limits<std::size_t>::max()};
std::atomic<std::size_t> refusals{0};

void refuse_large(std::size_t bytes) {
  if (bytes >= least_refused.load(std::memory_order_relaxed)) {
    ++refusals;
    throw std::bad_alloc();
  }
}

void* there(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate(std::size_t bytes) {
  refuse_large(bytes);
  return there(std::malloc(bytes == 0 ? 1 : bytes));
}

/// aligned_alloc takes whole multiples of the alignment.
void* allocate(std::size_t bytes, std::align_val_t alignment) {
  refuse_large(bytes);
  const auto step = static_cast<std::size_t>(alignment);
  return there(std::aligned_alloc(step, (bytes + step - 1) / step * step));
}

}  // namespace

// The sanitizers watch malloc, aligned_alloc and free as well.
void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, alignment); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace sluice::test {

FailingAllocations::FailingAllocations(std::size_t bytes) {
  refusals = 0;
  least_refused = bytes;
}

FailingAllocations::~FailingAllocations() { least_refused = std::numeric_limits<std::size_t>::max(); }

std::size_t FailingAllocations::refused() const { return refusals.load(); }

}  // namespace sluice::test
