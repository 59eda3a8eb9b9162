#pragma once

#include <functional>
#include <string>
#include <vector>

namespace sluice::test {

/// An input that a reader has failed at once, and the file that keeps it.
struct KeptInput {
  std::string path;
  std::string bytes;
};

/// Folder of the kept inputs of one reader: tests/fuzz/kept/`reader`.
std::string kept_folder(const std::string& reader);

/// Those of a folder, by their names; none where it does not exist.
std::vector<KeptInput> kept_inputs(const std::string& folder);

/// Returns whether an expectation fails within `work`, on this thread; nothing is reported of it. Whatever it
/// throws counts as well.
bool fails(const std::function<void()>& work);

/// Rest of an input of which no piece can go without `is_bad` turning false; a few thousand calls at
/// most.
std::string smallest(std::string bytes, const std::function<bool(const std::string&)>& is_bad);

/// Reads all that a folder keeps, and reports each that fails with its path. False when one did.
bool replay_kept(const std::string& folder, const std::function<void(const std::string&)>& read);

/// Reads an input. Where that fails, the smallest of it that does is written into the folder, and reported
/// with its path. False then.
bool read_or_keep(const std::string& folder, const std::string& bytes,
                  const std::function<void(const std::string&)>& read);

}  // namespace sluice::test
