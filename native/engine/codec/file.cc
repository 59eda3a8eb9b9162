#include "codec/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "codec/file_error.h"

namespace sluice {
namespace {

constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;

}  // namespace

EngineError file_error(std::string_view path, std::string_view doing, int error) {
  Failure failure;
  failure.code = error == ENOSPC || error == EDQUOT ? "disk-full" : "file-failed";
  failure.chunk = base_name(path);
  failure.message =
      failure.chunk + " could not be " + std::string(doing) + ": " + std::generic_category().message(error);
  return EngineError(std::move(failure));
}

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)),
      fd_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly)) {
  if (!fd_.valid()) throw file_error(path_, "created", errno);
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw file_error(path_, "written", errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::close() {
  if (::fsync(fd_.get()) != 0) throw file_error(path_, "synced", errno);
  // Some file systems report a lack of room only here.
  if (::close(fd_.release()) != 0) throw file_error(path_, "closed", errno);
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) throw file_error(from, "renamed", errno);
}

void sync_directory(const std::string& path) {
  const UniqueFd directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) throw file_error(path, "opened", errno);
  if (::fsync(directory.get()) != 0) throw file_error(path, "synced", errno);
}

std::string base_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

}  // namespace sluice
