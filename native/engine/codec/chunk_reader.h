#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "codec/compression.h"
#include "codec/digest.h"
#include "support/buffer.h"
#include "support/progress.h"
#include "support/unique_fd.h"

struct ZSTD_DCtx_s;

namespace sluice {

/// Reads one chunk file as the uncompressed bytes it holds, in bounded memory. Used by one thread.
/// Throws EngineError with the file's name as its chunk: "dump-damaged" for a file that is missing, a frame
/// that is broken or ends too early; "file-failed" when the file can't be read.
class ChunkReader {
 public:
  /// `most_bytes` is what the reader may hold: a frame that wants more is refused with "memory-limit". 0 for
  /// what any frame may want.
  ChunkReader(std::string path, Codec codec, ProgressBoard& board, std::uint64_t most_bytes = 0);
  ~ChunkReader();
  ChunkReader(const ChunkReader&) = delete;
  ChunkReader& operator=(const ChunkReader&) = delete;

  /// Copies up to `capacity` bytes, which is not 0; returns 0 at the end of a whole file.
  std::size_t read(char* buffer, std::size_t capacity);

  /// Of what was read so far.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t stored_bytes() const { return stored_bytes_; }
  std::uint64_t digest() const { return digest_.value(); }

 private:
  std::size_t read_stored(char* buffer, std::size_t capacity);
  std::size_t decompress(char* buffer, std::size_t capacity);

  [[noreturn]] void fail(std::size_t error) const;

  const std::string path_;
  ProgressBoard& board_;
  UniqueFd fd_;
  std::uint64_t bytes_ = 0;
  std::uint64_t stored_bytes_ = 0;
  Digest digest_;
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> context_;
  std::int64_t context_bytes_ = 0;
  Buffer stored_;
  std::size_t consumed_ = 0;
  /// Whether the bytes so far end with a whole frame.
  bool frame_ended_ = false;
};

}  // namespace sluice
