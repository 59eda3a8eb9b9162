#include "wire/stoppable_wait.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "wire/socket_progress.h"

namespace sluice {
namespace {

using Clock = std::chrono::steady_clock;

/// libmariadb hands no word of ours to its callback.
thread_local const StopSignal* stopping = nullptr;

int left_ms(Clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
  return static_cast<int>(std::max<std::chrono::milliseconds::rep>(0, left.count()));
}

}  // namespace

StoppableWaits::StoppableWaits(const StopSignal* stop) { stopping = stop; }
StoppableWaits::~StoppableWaits() { stopping = nullptr; }

int stoppable_wait(my_socket socket, my_bool is_read, int timeout_ms) noexcept {
  const short wanted = is_read != 0 ? POLLIN : POLLOUT;
  // A descriptor of -1 is passed over.
  std::array<pollfd, 2> waits{
      {{static_cast<int>(socket), wanted, 0}, {stopping == nullptr ? -1 : stopping->fd(), POLLIN, 0}}};
  const auto end = Clock::now() + std::chrono::milliseconds(std::max(timeout_ms, 0));
  for (;;) {
    const int ready = ::poll(waits.data(), waits.size(), timeout_ms <= 0 ? -1 : left_ms(end));
    if (ready < 0 && errno == EINTR) continue;
    if (waits[1].revents == 0) {
      if (ready == 0) errno = ETIMEDOUT;
      if (ready > 0) SocketProgress::note(socket);
      return ready;
    }
    errno = ECANCELED;
    return -1;
  }
}

}  // namespace sluice
