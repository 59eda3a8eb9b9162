#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "codec/chunk_reader.h"
#include "read/chunk_check.h"
#include "read/row_counter.h"

namespace sluice {

/// Passes a chunk file's text on as it is read, and takes note of what passes. Used by one thread.
class ChunkFeed {
 public:
  /// Called about every MiB, and about the rest at the end. May throw, which ends the reading.
  using OnStep = std::function<void(std::uint64_t rows, std::uint64_t bytes)>;

  /// `reader`, `chunk` and `on_step` must outlive the feed.
  ChunkFeed(ChunkReader& reader, const ChunkFile& chunk, const OnStep& on_step)
      : reader_(reader), chunk_(chunk), on_step_(on_step), counter_(chunk.dialect) {}

  /// Copies up to `capacity` bytes; 0 at the end. Throws what the reader and the step throw, and EngineError
  /// (`dump-damaged`) for a chunk that goes on far behind the bytes that are recorded of it: it might never
  /// end.
  std::size_t read(char* buffer, std::size_t capacity);

  /// Totals of the text that was read so far.
  ChunkReading reading() const;

 private:
  void step();

  ChunkReader& reader_;
  const ChunkFile& chunk_;
  const OnStep& on_step_;
  RowCounter counter_;
  std::uint64_t told_rows_ = 0;
  std::uint64_t told_bytes_ = 0;
};

}  // namespace sluice
