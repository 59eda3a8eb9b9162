#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "codec/compression.h"
#include "support/progress.h"
#include "verify/chunk_file.h"

namespace sluice::test {

/// A folder for chunk files that goes with the object.
class DumpFolder {
 public:
  DumpFolder();
  ~DumpFolder();
  DumpFolder(const DumpFolder&) = delete;
  DumpFolder& operator=(const DumpFolder&) = delete;

  std::string path() const { return path_.string(); }
  /// Writes a chunk file as a dump would, and returns what is recorded of it.
  ChunkFile write(const std::string& file, std::string_view text, Codec codec);
  /// Cuts so many bytes off a file's end.
  void cut(const ChunkFile& chunk, std::size_t bytes);
  /// Replaces one byte of a file by another one.
  void damage(const ChunkFile& chunk, std::size_t at);

 private:
  std::filesystem::path path_;
  ProgressBoard board_;
};

}  // namespace sluice::test
