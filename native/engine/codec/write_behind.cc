#include "codec/write_behind.h"

#include <cstring>
#include <utility>

#include "support/or_fail.h"

namespace sluice {

WriteBehind::WriteBehind(const Compression& compression, ProgressBoard& board)
    : file_(compression, board), block_(board) {}

WriteBehind::~WriteBehind() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void WriteBehind::open(std::string path) { file_.open(std::move(path)); }

std::size_t WriteBehind::hand_over(Buffer& filled) {
  wait_until_written();
  const std::size_t bytes = going(filled.size());
  const std::size_t left = filled.size() - bytes;
  block_.clear();
  if (left > 0) std::memcpy(block_.reserve(left), filled.view().data() + bytes, left);
  block_.commit(left);
  filled.shorten(bytes);
  filled.swap(block_);
  // A small file needs no thread.
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  const std::lock_guard lock(mutex_);
  writing_ = true;
  changed_.notify_one();
  return bytes;
}

void WriteBehind::write(std::string_view bytes) {
  wait_until_written();
  file_.write(bytes);
}

std::uint64_t WriteBehind::close() {
  wait_until_written();
  return file_.close();
}

void WriteBehind::wait_until_written() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !writing_; });
  if (failure_) throw EngineError(*failure_);
}

void WriteBehind::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return writing_ || ended_; });
    if (!writing_) return;
    lock.unlock();
    std::optional<Failure> failure;
    or_fail([this] { file_.write(block_.view()); }, [&](Failure what) { failure = std::move(what); });
    lock.lock();
    failure_ = std::move(failure);
    writing_ = false;
    changed_.notify_one();
  }
}

}  // namespace sluice
