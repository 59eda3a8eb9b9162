#pragma once

#include <cstddef>
#include <string_view>

#include "codec/decoder.h"
#include "support/buffer.h"

namespace sluice {

/// Bytes of a stored file that its decoder has not taken yet. Used by one thread.
class StoredInput {
 public:
  /// Both must outlive it; its memory is counted on `board`.
  StoredInput(StoredFile& stored, ProgressBoard& board) : stored_(stored), buffer_(board) {}

  /// The bytes that were read at once, taken or not.
  std::string_view all() const { return buffer_.view(); }
  std::string_view left() const { return buffer_.view().substr(taken_); }
  void take(std::size_t bytes) { taken_ += bytes; }
  /// Reads on where nothing is left; false at the end of the file.
  bool fill();

 private:
  StoredFile& stored_;
  Buffer buffer_;
  std::size_t taken_ = 0;
};

}  // namespace sluice
