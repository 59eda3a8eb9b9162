#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codec/compression.h"
#include "codec/digest.h"
#include "codec/write_behind.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Totals of a chunk file that was written.
struct WrittenChunk {
  std::uint64_t bytes = 0;  ///< Uncompressed.
  std::uint64_t stored_bytes = 0;
  std::uint64_t xxh64 = 0;
};

/// Writes one chunk file after the other.
///
///     ChunkWriter writer(compression, board);
///     writer.open(path);
///     writer.take(block);                // whole blocks
///     writer.write(block.view());        // the rest
///     const WrittenChunk written = writer.finish();
///
/// It keeps the digest of the uncompressed bytes, compresses each file into one zstd frame, and compresses
/// and writes behind its owner, checked. One per lane and used by its thread only, so that the compressor's
/// memory is used again. Throws EngineError ("disk-full", "file-failed"), for bytes that were taken before
/// too; after that it is only destroyed.
class ChunkWriter {
 public:
  ChunkWriter(const Compression& compression, ProgressBoard& board);

  /// Begins a file that does not exist yet; the last one is finished.
  void open(std::string path);
  bool is_open() const { return file_.is_open(); }
  /// Takes as much of a block, from its start, as goes on its way without a copy (`WriteBehind::going`). What
  /// is left is in `block` after it, which is another piece of memory.
  void take(Buffer& block);
  /// Takes all of it.
  void write(std::string_view bytes);
  /// Ends the frame and returns when the file is written and closed.
  WrittenChunk finish();

  /// Uncompressed bytes of the open file so far.
  std::uint64_t bytes() const { return chunk_.bytes; }

 private:
  void note(std::string_view bytes);

  WriteBehind file_;
  WrittenChunk chunk_;
  Digest digest_;
};

}  // namespace sluice
