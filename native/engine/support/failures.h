#pragma once

#include <exception>
#include <string>

#include "support/failure.h"

namespace sluice {

/// The failure that any exception of a thread stands for: an EngineError's own, "threads-refused" where the
/// system starts no more threads, "memory-refused" where it gives no more memory, else "internal".
Failure failure_of(const std::exception& error);

/// Returns whether this is how std::thread says that the system starts no more threads (EAGAIN of
/// pthread_create: its manual page names RLIMIT_NPROC, the kernel's limits, and want of memory for the
/// stack).
bool is_thread_refusal(const std::exception& error);

/// The failure of a job without a single thread for its work.
Failure threads_refused();

/// Returns the warning of a job that goes on with the threads that it has.
Message lack_of_threads(int running);

}  // namespace sluice
