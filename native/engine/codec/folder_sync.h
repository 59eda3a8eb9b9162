#pragma once

#include <string>

namespace sluice {

/// Returns when every file of a flat folder, and every name in it, is on the disk. All files are sent off
/// first and then waited for on many threads at once: a journaling file system takes one commit for all that
/// wait together, where one file after the other takes a commit each (1,000 small files: 0.15 s instead of 4
/// s on ext4). Throws EngineError with the file's name as its chunk: "disk-full" where there is no room, else
/// "file-failed".
void sync_folder(const std::string& path);

}  // namespace sluice
