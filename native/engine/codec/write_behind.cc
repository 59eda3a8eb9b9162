#include "codec/write_behind.h"

#include <cstring>
#include <utility>

#include "support/or_fail.h"

namespace sluice {

WriteBehind::WriteBehind(ProgressBoard& board) : board_(board), block_(board) {}

WriteBehind::~WriteBehind() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void WriteBehind::open(std::string path) { file_.emplace(std::move(path)); }

std::size_t WriteBehind::hand_over(Buffer& filled) {
  wait_until_written();
  const std::size_t left = filled.size() % Buffer::kPageBytes;
  const std::size_t whole = filled.size() - left;
  block_.clear();
  if (left > 0) std::memcpy(block_.reserve(left), filled.view().data() + whole, left);
  block_.commit(left);
  filled.shorten(whole);
  filled.swap(block_);
  // A small file needs no thread.
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  const std::lock_guard lock(mutex_);
  writing_ = true;
  changed_.notify_one();
  return whole;
}

void WriteBehind::write(std::string_view bytes) {
  wait_until_written();
  file_->write(bytes);
  board_.add_stored(bytes.size());
}

void WriteBehind::close() {
  wait_until_written();
  file_->close();
  file_.reset();
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
    or_fail(
        [this] {
          file_->write(block_.view());
          board_.add_stored(block_.size());
        },
        [&](Failure what) { failure = std::move(what); });
    lock.lock();
    failure_ = std::move(failure);
    writing_ = false;
    changed_.notify_one();
  }
}

}  // namespace sluice
