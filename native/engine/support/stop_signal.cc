#include "support/stop_signal.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "support/failure.h"

namespace sluice {

StopSignal::StopSignal() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    throw EngineError("file-failed", {"noPipe", {{"reason", said(std::strerror(errno))}}});
  }
  readable_ = UniqueFd(ends[0]);
  writable_ = UniqueFd(ends[1]);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
}

void StopSignal::give() noexcept {
  if (given_.exchange(true)) return;
  const char word = 1;
  // One byte goes into an empty pipe: nothing can fail.
  static_cast<void>(!::write(writable_.get(), &word, 1));
}

}  // namespace sluice
