#include "wire/socket_progress.h"

#include <mutex>
#include <unordered_map>

namespace sluice {
namespace {

/// libmariadb's callback gets the socket and nothing of ours.
struct Registry {
  std::mutex mutex;
  std::unordered_map<my_socket, SocketProgress*> by_socket;  ///< Guarded by mutex.
};

/// Never destroyed: a process may exit while its sessions still work.
Registry& registry() {
  static Registry* const all = new Registry;
  return *all;
}

}  // namespace

SocketProgress::SocketProgress(my_socket socket) : socket_(socket) {
  const std::lock_guard lock(registry().mutex);
  // libmariadb closes the socket of a lost connection, so the number may still be registered for that one.
  registry().by_socket[socket] = this;
}

SocketProgress::~SocketProgress() {
  const std::lock_guard lock(registry().mutex);
  const auto own = registry().by_socket.find(socket_);
  if (own != registry().by_socket.end() && own->second == this) registry().by_socket.erase(own);
}

void SocketProgress::note(my_socket socket) noexcept {
  const std::lock_guard lock(registry().mutex);
  const auto known = registry().by_socket.find(socket);
  if (known != registry().by_socket.end())
    known->second->ready_waits_.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace sluice
