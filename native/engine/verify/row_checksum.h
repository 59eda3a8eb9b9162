#pragma once

#include <cstdint>
#include <string_view>

#include "codec/digest.h"

namespace sluice {

/// Adds up the xxh64 of each line of our own row dialect, modulo 2^64, as the text passes in pieces: the sum
/// that `event::TableChecksummed` carries of a server's rows. A row may be as long as it likes: nothing of it
/// is kept. Used by one thread.
class RowChecksum {
 public:
  void add(std::string_view text);
  /// Checksum of the rows that have ended.
  std::uint64_t value() const { return checksum_; }

 private:
  /// Digest of the beginning of a row that a piece ended in.
  Digest begun_;
  bool within_row_ = false;
  std::uint64_t checksum_ = 0;
};

}  // namespace sluice
