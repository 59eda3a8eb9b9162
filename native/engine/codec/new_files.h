#pragma once

#include <string>
#include <vector>

namespace sluice {

/// A whole file that does not exist yet.
struct NewFile {
  std::string name;
  std::string bytes;
};

/// Writes the files into the folder, one after the other, each for its owner only. They are on the disk for
/// sure only after `sync_folder`. Throws EngineError as `OutputFile` does, for the first that fails, and then
/// none of them is left.
void write_files(const std::string& folder, const std::vector<NewFile>& files);

}  // namespace sluice
