#pragma once

#include <mysql.h>

#include "support/stop_signal.h"

namespace sluice {

/// Lets a stop end libmariadb's waits for a socket, from construction to destruction, for the calling thread.
class StoppableWaits {
 public:
  /// Without a signal nothing ends them but their time. The signal must outlive the object.
  explicit StoppableWaits(const StopSignal* stop);
  ~StoppableWaits();
  StoppableWaits(const StoppableWaits&) = delete;
  StoppableWaits& operator=(const StoppableWaits&) = delete;
};

/// libmariadb's own wait (pvio_socket_wait_io_or_timeout) with a stop, for MARIADB_OPT_IO_WAIT: above 0 once
/// the socket is ready, 0 where the time is over, -1 with an errno where it failed or was stopped.
/// `timeout_ms` of 0 or less is for ever.
int stoppable_wait(my_socket socket, my_bool is_read, int timeout_ms) noexcept;

}  // namespace sluice
