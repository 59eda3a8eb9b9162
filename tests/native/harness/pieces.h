#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "codec/decoder.h"

namespace sluice::test {

/// Gives a text in pieces of `size` bytes, the first one of `first`.
class Pieces : public Decoder {
 public:
  Pieces(std::string_view text, std::size_t first, std::size_t size)
      : left_(text), size_(first), next_size_(size) {}

  std::size_t read(char* buffer, std::size_t capacity) override {
    const std::size_t bytes = std::min({capacity, size_, left_.size()});
    if (bytes > 0) std::memcpy(buffer, left_.data(), bytes);
    left_.remove_prefix(bytes);
    size_ = next_size_;
    read_ += bytes;
    return bytes;
  }

  /// Bytes that were read so far.
  std::size_t read_bytes() const { return read_; }

 protected:
  void leave_out(std::uint64_t bytes) {
    left_.remove_prefix(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, left_.size())));
  }

 private:
  std::string_view left_;
  std::size_t size_;
  const std::size_t next_size_;
  std::size_t read_ = 0;
};

/// The same of a source that can leave out bytes, as a plain file can.
class SkippingPieces final : public Pieces {
 public:
  using Pieces::Pieces;

  bool skip(std::uint64_t bytes) override {
    leave_out(bytes);
    return true;
  }
};

}  // namespace sluice::test
