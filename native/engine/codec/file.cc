#include "codec/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "codec/file_error.h"

namespace sluice {
namespace {

constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;

/// Bytes that a file holds back before they are sent to the disk: else the system keeps a whole dump in
/// memory, and syncing it in the end takes as long as writing it.
constexpr std::size_t kBytesPerSend = 8 << 20;
/// Bytes from which a file's rest is sent to the disk when it is closed; less goes when its folder is synced.
constexpr std::size_t kLeastSend = 1 << 20;

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kLeastDirect = 1 << 16;

}  // namespace

EngineError file_error(std::string_view path, const char* act, int error) {
  Failure failure;
  failure.code = error == ENOSPC || error == EDQUOT ? "disk-full" : "file-failed";
  failure.chunk = base_name(path);
  failure.message = {
      "fileFailed",
      {{"file", failure.chunk}, {"act", act}, {"reason", said(std::generic_category().message(error))}}};
  // The file's own name says nothing of which folder was taken away.
  if (error == ENOENT && path.size() > failure.chunk.size())
    failure.hint = {"checkFolder",
                    {{"folder", std::string(path.substr(0, path.size() - failure.chunk.size()))}}};
  return EngineError(std::move(failure));
}

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)),
      fd_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly)) {
  if (!fd_.valid()) throw file_error(path_, "created", errno);
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) bytes.remove_prefix(write_some(bytes));
  if (unsent_ >= kBytesPerSend) send_to_disk();
}

std::size_t OutputFile::write_some(std::string_view bytes) {
  const bool direct = go(may_go_direct(bytes) ? Way::kDirect : Way::kCached);
  const ssize_t written = ::write(fd_.get(), bytes.data(), bytes.size());
  if (written < 0 && errno == EINTR) return 0;
  if (written < 0 && errno == EINVAL && direct) {
    knows_direct_ = false;
    return 0;
  }
  if (written < 0) throw file_error(path_, "written", errno);
  const auto count = static_cast<std::size_t>(written);
  written_ += count;
  if (!direct) unsent_ += count;
  return count;
}

/// Direct I/O wants the place in memory, the place in the file and the length in whole blocks of the device
/// (open(2)). What is little is left to the cache: there the next file follows at once.
bool OutputFile::may_go_direct(std::string_view bytes) const {
  const auto place = reinterpret_cast<std::uintptr_t>(bytes.data());
  return knows_direct_ && bytes.size() >= kLeastDirect && bytes.size() % kPageBytes == 0 &&
         place % kPageBytes == 0 && written_ % kPageBytes == 0;
}

/// Switches to writes past the cache or through it. Returns whether the next write goes past it.
bool OutputFile::go(Way way) {
#if defined(O_DIRECT)
  if (way != way_) {
    const int flags = ::fcntl(fd_.get(), F_GETFL);
    if (::fcntl(fd_.get(), F_SETFL, way == Way::kDirect ? flags | O_DIRECT : flags & ~O_DIRECT) == 0) {
      way_ = way;
    } else {
      knows_direct_ = false;
    }
  }
#else
  static_cast<void>(way);
#endif
  return way_ == Way::kDirect;
}

void OutputFile::close() {
  if (unsent_ >= kLeastSend) send_to_disk();
  // Some file systems report a lack of room only here.
  if (::close(fd_.release()) != 0) throw file_error(path_, "closed", errno);
}

/// A hint, so that what it answers does not matter: whether the bytes arrived is found out by syncing.
void OutputFile::send_to_disk() {
  start_writing_back(fd_.get());
  unsent_ = 0;
}

void start_writing_back(int fd) noexcept {
#if defined(__linux__)
  constexpr off64_t kFromStart = 0;
  constexpr off64_t kToEnd = 0;
  ::sync_file_range(fd, kFromStart, kToEnd, SYNC_FILE_RANGE_WRITE);
#else
  static_cast<void>(fd);
#endif
}

namespace {

/// Renames unless `to` is there; EINVAL where the system or the file system knows no such rename.
int rename_without_replacing(const char* from, const char* to) {
#if defined(__linux__)
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#else
  errno = EINVAL;
  return -1;
#endif
}

}  // namespace

void rename_file(const std::string& from, const std::string& to) {
  if (rename_without_replacing(from.c_str(), to.c_str()) == 0) return;
  if (errno != EINVAL && errno != ENOSYS) throw file_error(from, "renamed", errno);
  if (::access(to.c_str(), F_OK) == 0) throw file_error(from, "renamed", EEXIST);
  if (std::rename(from.c_str(), to.c_str()) != 0) throw file_error(from, "renamed", errno);
}

std::string base_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

}  // namespace sluice
