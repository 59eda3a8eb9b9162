#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

#include "codec/decoder.h"

namespace sluice::test {

/// Gives a text in pieces of `size` bytes, the first one of `first`.
class Pieces final : public Decoder {
 public:
  Pieces(std::string_view text, std::size_t first, std::size_t size)
      : left_(text), size_(first), next_size_(size) {}

  std::size_t read(char* buffer, std::size_t capacity) override {
    const std::size_t bytes = std::min({capacity, size_, left_.size()});
    if (bytes > 0) std::memcpy(buffer, left_.data(), bytes);
    left_.remove_prefix(bytes);
    size_ = next_size_;
    return bytes;
  }

 private:
  std::string_view left_;
  std::size_t size_;
  const std::size_t next_size_;
};

}  // namespace sluice::test
