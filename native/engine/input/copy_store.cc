#include "input/copy_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "codec/file_error.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// Bytes that are worth a write of their own.
constexpr std::size_t kLeastWrite = 1 << 16;

UniqueFd open_memory() {
#if defined(__linux__)
  return UniqueFd(::memfd_create("sluice-input", MFD_CLOEXEC));
#else
  return UniqueFd();
#endif
}

}  // namespace

CopyStore::CopyStore(std::string path, std::uint64_t most_memory_bytes, ProgressBoard& board)
    : path_(std::move(path)),
      most_memory_bytes_(most_memory_bytes),
      board_(board),
      file_({.codec = Codec::kNone}, board) {
  if (most_memory_bytes_ > 0 && !keeps_nothing()) memory_ = open_memory();
}

void CopyStore::take(Buffer& packed) {
  if (keeps_nothing()) return drop(packed);
  if (packed.size() < kLeastWrite) return;
  if (fits(packed.size())) return keep(packed), packed.clear();
  move_to_file();
  bytes_ += file_.hand_over(packed);
}

void CopyStore::finish(Buffer& packed) {
  if (keeps_nothing()) return drop(packed);
  if (fits(packed.size())) return keep(packed), packed.clear();
  move_to_file();
  file_.write(packed.view());
  bytes_ += packed.size();
  packed.clear();
  file_.close();
}

void CopyStore::drop(Buffer& packed) {
  bytes_ += packed.size();
  packed.clear();
}

UniqueFd CopyStore::open() const {
  if (keeps_nothing()) return UniqueFd();
  const std::string path = memory_.valid() ? "/proc/self/fd/" + std::to_string(memory_.get()) : path_;
  UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw file_error(path_, "opened", errno);
  return file;
}

bool CopyStore::fits(std::uint64_t more) const {
  return memory_.valid() && bytes_ + more <= most_memory_bytes_;
}

void CopyStore::keep(const Buffer& packed) {
  std::string_view left = packed.view();
  while (!left.empty()) {
    const ssize_t written = ::write(memory_.get(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw file_error(path_, "written", errno);
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  bytes_ += packed.size();
}

void CopyStore::move_to_file() {
  if (file_.is_open()) return;
  file_.open(path_);
  if (!memory_.valid()) return;
  Buffer moved(board_);
  for (std::uint64_t at = 0; at < bytes_;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(1 << 20, bytes_ - at));
    const ssize_t got = ::pread(memory_.get(), moved.reserve(wanted), wanted, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw file_error(path_, "written", got < 0 ? errno : EIO);
    moved.commit(static_cast<std::size_t>(got));
    file_.write(moved.view());
    moved.clear();
    at += static_cast<std::uint64_t>(got);
  }
  memory_.reset();
}

}  // namespace sluice
