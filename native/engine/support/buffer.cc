#include "support/buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {

Buffer::~Buffer() { board_.add_memory(-static_cast<std::int64_t>(capacity_)); }

char* Buffer::reserve(std::size_t bytes) {
  if (capacity_ - size_ >= bytes) return data_.get() + size_;
  const std::size_t grown = std::max(size_ + bytes, capacity_ + capacity_ / 2);
  std::unique_ptr<char[], Free> data(
      static_cast<char*>(::operator new[](grown, std::align_val_t{kPageBytes})));
  if (size_ > 0) std::memcpy(data.get(), data_.get(), size_);
  data_ = std::move(data);
  board_.add_memory(static_cast<std::int64_t>(grown - capacity_));
  capacity_ = grown;
  return data_.get() + size_;
}

void Buffer::swap(Buffer& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

}  // namespace sluice
