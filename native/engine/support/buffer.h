#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string_view>

#include "support/progress.h"

namespace sluice {

/// Bytes that grow at the end and are used again: what the lanes gather rows and blocks in. Its memory is
/// counted on the job's board, and begins where a page does, so that the disk can take it as it is. Used by
/// one thread at a time; may throw std::bad_alloc.
class Buffer {
 public:
  static constexpr std::size_t kPageBytes = 4096;

  explicit Buffer(ProgressBoard& board) : board_(board) {}
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  /// Room for `bytes` more at the end; what is written there counts after `commit`.
  char* reserve(std::size_t bytes) {
    if (capacity_ - size_ < bytes) grow(bytes);
    return data_.get() + size_;
  }
  void commit(std::size_t bytes) { size_ += bytes; }
  void clear() { size_ = 0; }
  /// Both must be counted on the same board.
  void swap(Buffer& other) noexcept;
  /// Forgets what lies behind the first `bytes`.
  void shorten(std::size_t bytes) { size_ = bytes; }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  /// The first byte, to change what is there; until the next `reserve`.
  char* data() { return data_.get(); }
  std::string_view view() const { return {data_.get(), size_}; }

 private:
  void grow(std::size_t bytes);

  struct Free {
    void operator()(char* data) const noexcept { ::operator delete[](data, std::align_val_t{kPageBytes}); }
  };

  ProgressBoard& board_;
  std::unique_ptr<char[], Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace sluice
