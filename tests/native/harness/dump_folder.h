#pragma once

#include <string>
#include <string_view>

#include "codec/compression.h"
#include "harness/temp_folder.h"
#include "read/chunk_file.h"
#include "support/progress.h"

namespace sluice::test {

/// A folder for chunk files that goes with the object.
class DumpFolder {
 public:
  std::string path() const { return folder_.path(); }
  /// Writes a chunk file as a dump would, and returns what is recorded of it.
  ChunkFile write(const std::string& file, std::string_view text, Codec codec);
  /// Cuts so many bytes off a file's end.
  void cut(const ChunkFile& chunk, std::size_t bytes);
  /// Replaces one byte of a file by another one.
  void damage(const ChunkFile& chunk, std::size_t at);

 private:
  TempFolder folder_;
  ProgressBoard board_;
};

}  // namespace sluice::test
