#pragma once

#include <string>
#include <string_view>

#include "support/unique_fd.h"

namespace sluice {

/// A new file that is written once from start to end and then synced. Rights 0600. Used by one thread.
/// Everything throws EngineError with the file's name as its chunk: "disk-full" where there is no room (or no
/// quota), else "file-failed".
class OutputFile {
 public:
  /// The file must not exist.
  explicit OutputFile(std::string path);

  void write(std::string_view bytes);
  /// Returns when the bytes are on the disk, and closes the file.
  void close();

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  UniqueFd fd_;
};

/// Gives a file its final name; replaces nothing that matters, for the caller owns the folder.
void rename_file(const std::string& from, const std::string& to);

/// Returns when the names in the folder are on the disk.
void sync_directory(const std::string& path);

/// The part of a path after its last slash.
std::string base_name(std::string_view path);

}  // namespace sluice
