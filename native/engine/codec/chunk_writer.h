#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/compressor.h"
#include "codec/digest.h"
#include "codec/file.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// What a chunk file holds.
struct WrittenChunk {
  std::uint64_t bytes = 0;  ///< Uncompressed.
  std::uint64_t stored_bytes = 0;
  std::uint64_t xxh64 = 0;
};

/// Writes one chunk file after the other: digest of the uncompressed bytes, compression as one zstd frame per
/// file, checked writes, sync. One per lane and used by its thread only, so that the compressor's memory is
/// used again. Throws EngineError ("disk-full", "file-failed"); after that it is only destroyed.
class ChunkWriter {
 public:
  ChunkWriter(Compression compression, ProgressBoard& board);
  ~ChunkWriter();
  ChunkWriter(const ChunkWriter&) = delete;
  ChunkWriter& operator=(const ChunkWriter&) = delete;

  /// Begins a file that does not exist yet; the last one is finished.
  void open(std::string path);
  bool is_open() const { return file_.has_value(); }
  /// Takes as much of a block, from its start, as goes on its way as it is: uncompressed the whole pages, so
  /// that they need no copy in the system's cache; compressed all of it, in one call of the compressor. The
  /// answer says how much that was; the rest stays with the caller, at the head of the next block.
  std::size_t take(std::string_view block);
  /// Takes all of it.
  void write(std::string_view block);
  /// Ends the frame and returns when the file is on the disk.
  WrittenChunk finish();

  /// Uncompressed bytes of the open file so far.
  std::uint64_t bytes() const { return chunk_.bytes; }

 private:
  void store(std::string_view bytes);
  void compress(std::string_view block, bool last);
  void account_context();

  ProgressBoard& board_;
  std::optional<OutputFile> file_;
  WrittenChunk chunk_;
  Digest digest_;
  Compressor context_;
  std::int64_t context_bytes_ = 0;
  Buffer compressed_;
};

}  // namespace sluice
