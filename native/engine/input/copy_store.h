#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "codec/write_behind.h"
#include "support/buffer.h"
#include "support/progress.h"
#include "support/unique_fd.h"

namespace sluice {

/// Takes bytes, and keeps them in memory as long as they are few, else in a new file; or does not keep them.
/// Used by one thread. Throws EngineError as `WriteBehind` does.
class CopyStore {
 public:
  /// The file at `path` does not exist yet, and is made where more than `most_memory_bytes` come. Where the
  /// system has no files in memory, it is made for any byte. Without a path nothing is kept.
  CopyStore(std::string path, std::uint64_t most_memory_bytes, ProgressBoard& board);

  /// Takes what is worth it; the rest is in `packed` after it.
  void take(Buffer& packed);
  /// Takes all, and is finished.
  void finish(Buffer& packed);

  /// Bytes that were taken.
  std::uint64_t bytes() const { return bytes_; }
  /// The descriptor of what is kept in memory, open as long as this is; -1 where there is a file.
  int memory() const { return memory_.get(); }
  /// The finished copy, opened to be read; none where nothing is kept.
  UniqueFd open() const;

 private:
  bool keeps_nothing() const { return path_.empty(); }
  bool fits(std::uint64_t more) const;
  void keep(const Buffer& packed);
  void drop(Buffer& packed);
  void move_to_file();

  const std::string path_;
  const std::uint64_t most_memory_bytes_;
  ProgressBoard& board_;
  UniqueFd memory_;
  WriteBehind file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace sluice
