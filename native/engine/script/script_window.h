#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/decoder.h"
#include "script/lexing.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// The part of a script that is in hand: it moves forward over what a decoder gives, and grows where one
/// thing is larger than it. Used by one thread.
class ScriptWindow {
 public:
  /// Both must outlive the window; its memory is counted on `board`. It holds about `usual_bytes`, and never
  /// more than `most_bytes`.
  ScriptWindow(Decoder& source, ProgressBoard& board, std::size_t usual_bytes, std::uint64_t most_bytes)
      : source_(source),
        buffer_(board),
        usual_bytes_(usual_bytes),
        most_bytes_(most_bytes),
        next_bytes_(usual_bytes) {}

  /// Bytes of the window until `consume`; they stay where they are until `read_more`.
  Input input() const;
  /// Place of the window's first byte in the script.
  std::uint64_t offset() const { return offset_; }
  /// The byte before the window's first one; a line feed before the script.
  char previous() const { return previous_; }

  /// True where one thing fills it as far as it usually grows.
  bool is_full() const { return kept() >= usual_bytes_ || !may_grow(); }
  /// False where `read_more` may not read on.
  bool may_grow() const { return kept() + least_step() <= most_bytes_; }

  /// Moves the beginning of the window.
  void consume(std::size_t bytes);
  /// Reads on, a quarter of what is in hand or more, so that reading one thing again and again takes no more
  /// than a few times its size. False where the window may not grow so far. Throws what the source does.
  bool read_more();
  /// Moves the window to a place behind it, before which `previous` stands. It holds nothing there; what
  /// comes next is read in small pieces at first, as another place may be near. Throws what the source does.
  void skip_to(std::uint64_t offset, char previous);

 private:
  std::size_t kept() const { return buffer_.size() - begin_; }
  std::size_t least_step() const { return kept() / 4 + 1; }

  Decoder& source_;
  Buffer buffer_;
  const std::size_t usual_bytes_;
  const std::uint64_t most_bytes_;
  /// Bytes that are held when more is read, where nothing larger stands there.
  std::size_t next_bytes_;
  std::size_t begin_ = 0;
  std::uint64_t offset_ = 0;
  char previous_ = '\n';
  bool is_all_ = false;
};

}  // namespace sluice
