#pragma once

#include <mysql.h>

#include <atomic>
#include <cstdint>

namespace sluice {

/// Count of libmariadb's waits for one socket that ended with the socket ready. libmariadb waits only while
/// nothing can be moved, and then moves some: so the count of a slow connection grows, be it in the middle of
/// a row of gigabytes, and that of a silent one does not. TCP counts the bytes itself, a socket file does
/// not.
class SocketProgress {
 public:
  explicit SocketProgress(my_socket socket);
  ~SocketProgress();
  SocketProgress(const SocketProgress&) = delete;
  SocketProgress& operator=(const SocketProgress&) = delete;

  /// From any thread.
  std::uint64_t ready_waits() const noexcept { return ready_waits_.load(std::memory_order_relaxed); }

  /// Counts a wait for this socket that has ended with it ready. From any thread.
  static void note(my_socket socket) noexcept;

 private:
  const my_socket socket_;
  std::atomic<std::uint64_t> ready_waits_{0};
};

}  // namespace sluice
