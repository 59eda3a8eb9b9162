#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "codec/compression.h"
#include "support/failure.h"
#include "support/progress.h"
#include "support/unique_fd.h"

namespace sluice {

/// "dump-damaged", for a chunk file whose data end before their format says so.
EngineError ends_early(const std::string& path);

/// "dump-damaged", for a chunk file that its decoder refuses, in the decoder's own words.
EngineError undecodable(const std::string& path, const char* reason);

/// The bytes of a chunk file as they lie on disk. Throws as `ChunkReader` does.
class StoredFile {
 public:
  explicit StoredFile(std::string path);

  /// Has the first read begin there.
  void begin_at(std::uint64_t offset);
  /// Up to `capacity` bytes; 0 at the end.
  std::size_t read(char* buffer, std::size_t capacity);
  /// Bytes that were read so far.
  std::uint64_t bytes() const { return bytes_; }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
  UniqueFd fd_;
  std::uint64_t bytes_ = 0;
};

/// Turns a stored file into the bytes that were compressed. Used by one thread.
class Decoder {
 public:
  Decoder() = default;
  virtual ~Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Up to `capacity` bytes, which is not 0; 0 at the end of a whole file.
  virtual std::size_t read(char* buffer, std::size_t capacity) = 0;
};

/// Its buffers are counted on `board`; both must outlive the decoder. What wants more memory than
/// `most_bytes` (0: whatever it wants) is refused with "memory-limit". May throw std::bad_alloc.
std::unique_ptr<Decoder> make_decoder(Codec codec, StoredFile& stored, ProgressBoard& board,
                                      std::uint64_t most_bytes);

}  // namespace sluice
