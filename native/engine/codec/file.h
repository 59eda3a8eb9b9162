#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/unique_fd.h"

namespace sluice {

/// A new file that is written once from start to end. Mode 0600. Its bytes are on their way to the disk
/// early, but they are there for sure only after `sync_folder`. Whole pages, from memory that begins with
/// one, go to the disk past the system's cache where the file system lets them: the copy into a cache that
/// nobody reads again costs more than all else that is done with them, and pushes out what others read. Used
/// by one thread. Everything throws EngineError with the file's name as its chunk: "disk-full" where there is
/// no room (or no quota), else "file-failed".
class OutputFile {
 public:
  /// The file must not exist.
  explicit OutputFile(std::string path);

  void write(std::string_view bytes);
  void close();

  const std::string& path() const { return path_; }

 private:
  enum class Way { kCached, kDirect };

  std::size_t write_some(std::string_view bytes);
  bool may_go_direct(std::string_view bytes) const;
  bool go(Way way);
  void send_to_disk();

  std::string path_;
  UniqueFd fd_;
  Way way_ = Way::kCached;
  bool knows_direct_ = true;  ///< Until the file system has refused it.
  std::uint64_t written_ = 0;
  /// Written since the disk was last told of it.
  std::size_t unsent_ = 0;
};

/// Gives a file its final name. Fails where another file has it.
void rename_file(const std::string& from, const std::string& to);

/// Has the system begin to write an open file's bytes to the disk, and does not wait for it.
void start_writing_back(int fd) noexcept;

/// The part of a path after its last slash.
std::string base_name(std::string_view path);

}  // namespace sluice
