#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "codec/packed_file.h"
#include "support/buffer.h"
#include "support/failure.h"
#include "support/progress.h"

namespace sluice {

/// Writes one file after the other, one block behind its owner: while a thread of its own compresses the
/// block and waits for the disk, the owner fills the next one, and the server never waits for either. At most
/// one block is on its way, so that two buffers are all it takes. Used by one thread. Throws EngineError as
/// `PackedFile` does, for a block that could not be written from the next call on; after that it is only
/// destroyed.
class WriteBehind {
 public:
  WriteBehind(const Compression& compression, ProgressBoard& board);
  /// Waits for the block that is on its way.
  ~WriteBehind();
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  /// Begins a file that does not exist yet; the last one is closed.
  void open(std::string path);
  bool is_open() const { return file_.is_open(); }
  /// Bytes of a block that go on their way: all that are compressed, else the whole pages, which need no copy
  /// on their way to the disk.
  std::size_t going(std::size_t bytes) const {
    return file_.compresses() ? bytes : bytes - bytes % Buffer::kPageBytes;
  }
  /// Has `going` bytes of `filled` written, once those before them are. Then `filled` is another buffer,
  /// which begins with what was left over. Returns how many bytes are on their way.
  std::size_t hand_over(Buffer& filled);
  /// Returns when these bytes, and all before them, are written.
  void write(std::string_view bytes);
  /// The same for all of the file, which is closed. Returns its bytes.
  std::uint64_t close();

 private:
  void run();
  void wait_until_written();

  PackedFile file_;  ///< The thread's while `writing_`, as `block_` is.
  Buffer block_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool writing_ = false;  ///< Guarded by mutex_, as are those below.
  bool ended_ = false;
  std::optional<Failure> failure_;
  std::thread thread_;
};

}  // namespace sluice
