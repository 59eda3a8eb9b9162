#include "export/export_output.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "codec/file_error.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// A compressor that is always given as much makes the same of the same text. Whole pages, which a file takes
/// past the system's cache.
constexpr std::size_t kBlockBytes = 1 << 20;
/// For messages.
constexpr const char* kDescriptorName = "stdout";

/// A pipe that is ready takes so much at once (POSIX, PIPE_BUF); a file never blocks.
std::size_t most_at_once(int descriptor) {
  struct stat status {};
  const bool is_file = descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return is_file ? kBlockBytes : PIPE_BUF;
}

}  // namespace

ExportOutput::ExportOutput(const Compression& compression, int descriptor, ProgressBoard& board,
                           const StopSignal& stop)
    : compression_(compression),
      descriptor_(descriptor),
      board_(board),
      stop_(stop),
      most_at_once_(most_at_once(descriptor)),
      block_(board),
      packed_(board) {}

void ExportOutput::open(const std::string& path) {
  if (descriptor_ < 0) {
    close();
    file_.emplace(path);
  }
  if (begun_) return;
  packer_ = make_packer(compression_);
  begun_ = true;
}

void ExportOutput::write(std::string_view text) {
  while (!text.empty()) {
    if (block_.size() == 0) block_.reserve(kBlockBytes);
    const std::string_view part = text.substr(0, kBlockBytes - block_.size());
    std::memcpy(block_.reserve(part.size()), part.data(), part.size());
    block_.commit(part.size());
    text.remove_prefix(part.size());
    if (block_.size() == kBlockBytes) send_block(false);
  }
}

void ExportOutput::close() {
  if (!begun_) return;
  send_block(true);
  Buffer(board_).swap(block_);
  Buffer(board_).swap(packed_);
  begun_ = false;
  if (!file_) return;
  file_->close();
  file_.reset();
}

void ExportOutput::send_block(bool last) {
  if (packer_) {
    packer_->pack(block_.view(), last, packed_);
    send(packed_.view());
    packed_.clear();
  } else {
    send(block_.view());
  }
  block_.clear();
}

void ExportOutput::send(std::string_view bytes) {
  if (bytes.empty()) return;
  if (file_) {
    file_->write(bytes);
  } else {
    send_to_descriptor(bytes);
  }
  board_.add_stored(bytes.size());
}

void ExportOutput::send_to_descriptor(std::string_view bytes) {
  while (!bytes.empty()) {
    std::array<pollfd, 2> ready{{{descriptor_, POLLOUT, 0}, {stop_.fd(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR)
      throw file_error(kDescriptorName, "written", errno);
    if (stop_.given()) throw EngineError("cancelled", "exportStopped");
    if (ready[0].revents == 0) continue;
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), most_at_once_));
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN) {
      throw file_error(kDescriptorName, "written", errno);
    }
  }
}

}  // namespace sluice
