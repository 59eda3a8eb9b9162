#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/compressor.h"
#include "codec/file.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Writes one new file after the other, as an `OutputFile` does, each as it is or compressed into one zstd
/// frame. Used by one thread at a time, so that the compressor's memory is used again. Throws EngineError as
/// `OutputFile` does; after that it is only destroyed.
class PackedFile {
 public:
  PackedFile(const Compression& compression, ProgressBoard& board);
  ~PackedFile();
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  bool compresses() const { return context_ != nullptr; }
  /// Begins a file that does not exist yet; the last one is closed.
  void open(std::string path);
  bool is_open() const { return file_.has_value(); }
  void write(std::string_view bytes);
  /// Ends the frame. Returns the bytes of the file.
  std::uint64_t close();

 private:
  void compress(std::string_view bytes, bool last);
  /// Writes the whole pages of what was compressed, so that they may go past the system's cache.
  void write_pages();
  void store(std::string_view bytes);
  void account_context();

  ProgressBoard& board_;
  std::optional<OutputFile> file_;
  std::uint64_t stored_bytes_ = 0;
  Compressor context_;
  std::int64_t context_bytes_ = 0;
  Buffer compressed_;
};

}  // namespace sluice
