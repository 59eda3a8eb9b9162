#include "input/input_pipe.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "codec/file_error.h"
#include "support/failure.h"

namespace sluice {

std::size_t InputPipe::read(char* buffer, std::size_t capacity) {
  for (;;) {
    wait();
    const ssize_t got = ::read(descriptor_, buffer, capacity);
    if (got >= 0) return static_cast<std::size_t>(got);
    // Another reader of the pipe may have taken what was there, and may have it not block.
    if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) throw file_error(name_, "read", errno);
  }
}

/// In steps, so that a program which writes nothing more does not keep the caller.
void InputPipe::wait() {
  constexpr int kStepMs = 100;
  pollfd waiting{descriptor_, POLLIN, 0};
  int ready = 0;
  while (ready == 0) {
    if (is_cancelled_.load(std::memory_order_relaxed)) throw EngineError("cancelled", "scanStopped");
    ready = ::poll(&waiting, 1, kStepMs);
    if (ready < 0 && errno != EINTR) throw file_error(name_, "read", errno);
    if (ready < 0) ready = 0;
  }
}

}  // namespace sluice
