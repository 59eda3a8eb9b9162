#include "codec/stored_input.h"

namespace sluice {

bool StoredInput::fill() {
  constexpr std::size_t kBytes = 128 << 10;
  if (!left().empty()) return true;
  buffer_.clear();
  taken_ = 0;
  buffer_.commit(stored_.read(buffer_.reserve(kBytes), kBytes));
  return buffer_.size() > 0;
}

}  // namespace sluice
