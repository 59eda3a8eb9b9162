#include "codec/folder_sync.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

#include "codec/file.h"
#include "codec/file_error.h"
#include "support/parallel.h"
#include "support/unique_fd.h"

namespace sluice {
namespace {

/// They only wait: more of them make the file system's commits larger, not the processors busier.
constexpr std::size_t kMostThreads = 16;

UniqueFd open_for_sync(const std::string& path, int flags = 0) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (!fd.valid()) throw file_error(path, "opened", errno);
  return fd;
}

void sync_open(const UniqueFd& fd, const std::string& path) {
  if (::fsync(fd.get()) != 0) throw file_error(path, "synced", errno);
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path().string());
  }
  if (error) throw file_error(folder, "read", error.value());
  return files;
}

void sync_files(const std::vector<std::string>& files) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<Failure> first;
  const std::size_t threads = std::min(files.size(), kMostThreads);
  run_in_parallel(static_cast<int>(threads), [&](int) {
    for (std::size_t at = next++; at < files.size(); at = next++) {
      try {
        sync_open(open_for_sync(files[at]), files[at]);
      } catch (const EngineError& error) {
        const std::lock_guard lock(mutex);
        if (!first) first = error.failure();
      }
    }
  });
  if (first) throw EngineError(std::move(*first));
}

}  // namespace

void sync_folder(const std::string& path) {
  const std::vector<std::string> files = files_in(path);
  for (const std::string& file : files) start_writing_back(open_for_sync(file).get());
  sync_files(files);
  sync_open(open_for_sync(path, O_DIRECTORY), path);
}

}  // namespace sluice
