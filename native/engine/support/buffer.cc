#include "support/buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {

Buffer::~Buffer() { board_.add_memory(-static_cast<std::int64_t>(capacity_)); }

void Buffer::grow(std::size_t bytes) {
  const std::size_t grown = std::max(size_ + bytes, capacity_ + capacity_ / 2);
  std::unique_ptr<char[], Free> data(
      static_cast<char*>(::operator new[](grown, std::align_val_t{kPageBytes})));
  if (size_ > 0) std::memcpy(data.get(), data_.get(), size_);
  data_ = std::move(data);
  board_.add_memory(static_cast<std::int64_t>(grown - capacity_));
  capacity_ = grown;
}

void Buffer::swap(Buffer& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

}  // namespace sluice
