#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "codec/compression.h"
#include "codec/decoder.h"
#include "codec/digest.h"
#include "support/progress.h"

namespace sluice {

/// Reads one chunk file as the uncompressed bytes it holds, in bounded memory. Used by one thread.
/// Throws EngineError with the file's name as its chunk: "dump-damaged" for a file that is missing, a frame
/// that is broken or ends too early; "file-failed" when the file can't be read.
class ChunkReader {
 public:
  /// `most_bytes` is what the reader may hold: a frame that wants more is refused with "memory-limit". 0 for
  /// what any frame may want.
  ChunkReader(std::string path, Codec codec, ProgressBoard& board, std::uint64_t most_bytes = 0);

  /// `make` makes the decoder of the file, which it must not outlive.
  ChunkReader(std::string path, const std::function<std::unique_ptr<Decoder>(StoredFile&)>& make);

  /// Copies up to `capacity` bytes, which is not 0; returns 0 at the end of a whole file.
  std::size_t read(char* buffer, std::size_t capacity);

  /// Uncompressed bytes that were read so far.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t stored_bytes() const { return stored_.bytes(); }
  std::uint64_t digest() const { return digest_.value(); }

 private:
  StoredFile stored_;
  const std::unique_ptr<Decoder> decoder_;
  std::uint64_t bytes_ = 0;
  Digest digest_;
};

}  // namespace sluice
