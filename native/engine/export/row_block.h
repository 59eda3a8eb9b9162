#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "support/buffer.h"

namespace sluice {

/// Text of whole rows, each with its end, and where each ends. Counted on the board.
class RowBlock {
 public:
  explicit RowBlock(ProgressBoard& board) : board_(board), text_(board) {}
  ~RowBlock() { board_.add_memory(-noted_); }
  RowBlock(const RowBlock&) = delete;
  RowBlock& operator=(const RowBlock&) = delete;

  Buffer& text() { return text_; }
  std::string_view view() const { return text_.view(); }
  /// The text ends with a row.
  void end_row() {
    ends_.push_back(text_.size());
    const auto bytes = static_cast<std::int64_t>(ends_.capacity() * sizeof(std::size_t));
    if (bytes == noted_) return;
    board_.add_memory(bytes - noted_);
    noted_ = bytes;
  }
  /// Places behind each row.
  const std::vector<std::size_t>& ends() const { return ends_; }
  /// Bytes that it holds.
  std::size_t weight() const { return text_.size() + ends_.size() * sizeof(std::size_t); }
  /// Bytes that it takes in memory.
  std::size_t memory() const { return text_.capacity() + ends_.capacity() * sizeof(std::size_t); }

 private:
  ProgressBoard& board_;
  Buffer text_;
  std::vector<std::size_t> ends_;
  std::int64_t noted_ = 0;
};

using RowBlockPtr = std::unique_ptr<RowBlock>;

}  // namespace sluice
