#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec/decoder.h"
#include "codec/packing.h"
#include "codec/part_source.h"
#include "support/buffer.h"
#include "support/failure.h"
#include "support/progress.h"

namespace sluice {

/// Gives the rows of a part of a file as lines of our TSV: what makes them of the part's text is derived from
/// it. Throws EngineError with `chunk`: "dump-damaged" where the file is not what it was when it was scanned,
/// "memory-limit" for a value that is too large. Used by one thread.
class LinesDecoder : public Decoder {
 public:
  std::size_t read(char* buffer, std::size_t capacity) final;

 protected:
  /// `stored`, which nothing was read of, and `board` must outlive the decoder. It holds at most
  /// `most_bytes`, or what any value may want where that is 0. Of a compressed file all that stands before
  /// the part is read too.
  LinesDecoder(StoredFile& stored, const Packing& packing, const StoredPart& part, std::string chunk,
               ProgressBoard& board, std::uint64_t most_bytes);

  /// Takes the part's next text.
  virtual void add(std::string_view text) = 0;
  /// Is called behind its last byte.
  virtual void finish() = 0;

  void append(std::string_view text);
  /// Appends a value as a field.
  void append_escaped(std::string_view value);
  void append_base64(std::string_view bytes);
  /// Throws where a value of so many bytes is too large.
  void allow_value(std::size_t bytes, std::uint64_t line) const;
  [[noreturn]] void fail(std::string code, Message message) const;
  [[noreturn]] void fail_as_changed(std::uint64_t line) const;

  const std::string& file() const { return file_; }

 private:
  /// Makes lines, some at once.
  void make_lines();
  [[noreturn]] void fail_as_too_large(std::uint64_t line) const;
  /// Reads the next block; false behind the part's last byte.
  bool read_block();

  const std::string file_;
  const std::string chunk_;
  const std::size_t most_value_bytes_;
  PartSource source_;
  Buffer block_;
  Buffer out_;
  std::size_t given_ = 0;
};

}  // namespace sluice
