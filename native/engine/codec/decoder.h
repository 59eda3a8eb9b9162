#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "codec/access_points.h"
#include "codec/compression.h"
#include "support/failure.h"
#include "support/progress.h"
#include "support/unique_fd.h"

namespace sluice {

/// "dump-damaged", for a chunk file whose data end before their format says so.
EngineError ends_early(const std::string& path);

/// "dump-damaged", for a chunk file that its decoder refuses: `said` in a library's own words.
EngineError undecodable(const std::string& path, Message reason);

/// "memory-limit", for a file whose decoder wants more than it may hold.
EngineError window_too_large(const std::string& path);

/// The bytes of a chunk file as they lie on disk. Throws as `ChunkReader` does.
class StoredFile {
 public:
  explicit StoredFile(std::string path);

  /// Has the first read begin there.
  void begin_at(std::uint64_t offset);
  /// Has the first read begin there, and the last one end after so many bytes.
  void confine(std::uint64_t offset, std::uint64_t bytes);
  /// Leaves out what stands before that place.
  void skip_to(std::uint64_t offset);
  /// Up to `capacity` bytes; 0 at the end.
  std::size_t read(char* buffer, std::size_t capacity);
  /// Place of the next byte.
  std::uint64_t place() const { return place_; }
  int descriptor() const { return fd_.get(); }
  /// Bytes that were read so far.
  std::uint64_t bytes() const { return bytes_; }
  const std::string& path() const { return path_; }

 private:
  const std::string path_;
  UniqueFd fd_;
  std::uint64_t place_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
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
  /// Leaves out the next bytes without reading them; false, and nothing is left out, where they would have to
  /// be unpacked.
  virtual bool skip(std::uint64_t /*bytes*/) { return false; }

  /// Has what is unpacked from now on leave access points, where the codec has some.
  virtual void leave_points(std::shared_ptr<AccessPoints> /*points*/) {}
  /// Before the first read: begins as near before this unpacked place as may be, and returns where.
  virtual std::uint64_t begin_near(const AccessPoints& /*points*/, std::uint64_t /*unpacked*/) { return 0; }
  /// The unpacked place, about, of the last frame that begins before this one, of those behind the first
  /// frame; nothing where there is none, or the codec has no frames. Always the same for a file.
  virtual std::optional<std::uint64_t> frame_before(std::uint64_t /*unpacked*/) const { return std::nullopt; }
};

/// Its buffers are counted on `board`; both must outlive the decoder. What wants more memory than
/// `most_bytes` (0: whatever it wants) is refused with "memory-limit", a codec whose library this engine was
/// built without with "dump-unsupported". May throw std::bad_alloc.
std::unique_ptr<Decoder> make_decoder(Codec codec, StoredFile& stored, ProgressBoard& board,
                                      std::uint64_t most_bytes);

}  // namespace sluice
