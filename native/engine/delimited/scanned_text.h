#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "codec/access_points.h"
#include "codec/decoder.h"
#include "codec/file.h"
#include "codec/packing.h"
#include "support/progress.h"

namespace sluice {

/// Text of a file of rows as a scan reads it: from its first byte to its last, unpacked, in blocks. Leaves
/// the points at which loading a part of it begins. Used by one thread; throws what opening and unpacking
/// throw.
class ScannedText {
 public:
  ScannedText(const std::string& path, const Packing& packing);

  /// Passes over a byte order mark, before anything else is read. Returns its bytes; 0 for none.
  std::uint64_t skip_mark();

  /// The next text, valid until the next call; empty behind the last byte.
  std::string_view next();

 private:
  std::string_view read_block();

  ProgressBoard board_;
  StoredFile stored_;
  std::unique_ptr<Decoder> decoder_;
  std::string block_;
  /// Text behind a mark.
  std::string_view begun_;
};

/// No server takes a longer value (max_allowed_packet of both, at most).
constexpr std::size_t kLongestValue = std::size_t{1} << 30;

/// Throws "memory-limit" for a value, or a line, that is longer than any server takes.
[[noreturn]] void fail_as_too_long(const std::string& path, std::uint64_t line);

}  // namespace sluice
