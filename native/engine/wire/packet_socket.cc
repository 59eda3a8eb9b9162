#include "wire/packet_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace sluice {

PacketSocket::PacketSocket(int socket)
    : socket_(socket), data_(std::make_unique_for_overwrite<char[]>(kLeastBytes)) {}

std::optional<std::string_view> PacketSocket::next_slowly() {
  std::size_t size = 0;  // Of the payload, which begins behind the first header.
  for (;;) {
    if (!fill(size + (size == 0 ? kHeaderBytes : 2 * kHeaderBytes))) return std::nullopt;
    const std::size_t header = at_ + (size == 0 ? 0 : kHeaderBytes + size);
    const std::size_t part = length_at(header);
    if (!is_next(header) || size + part > most_bytes_) return disordered();
    if (!fill(header - at_ + kHeaderBytes + part)) return std::nullopt;
    if (size > 0) {
      // The header between two parts goes.
      char* const gap = data_.get() + at_ + kHeaderBytes + size;
      const char* const behind = gap + kHeaderBytes;
      std::memmove(gap, behind, static_cast<std::size_t>(data_.get() + end_ - behind));
      end_ -= kHeaderBytes;
    }
    size += part;
    if (part < kMostPart) break;
  }
  const std::string_view payload(data_.get() + at_ + kHeaderBytes, size);
  at_ += kHeaderBytes + size;
  return payload;
}

void PacketSocket::expect(std::uint8_t number, std::size_t most_bytes) {
  numbered_ = true;
  number_ = number;
  most_bytes_ = most_bytes;
}

std::nullopt_t PacketSocket::disordered() noexcept {
  malformed_ = true;
  cut();
  return std::nullopt;
}

void PacketSocket::trim() {
  const std::size_t there = end_ - at_;
  if (capacity_ == kLeastBytes || there > kLeastBytes) return;
  auto data = std::make_unique_for_overwrite<char[]>(kLeastBytes);
  std::memcpy(data.get(), data_.get() + at_, there);
  data_ = std::move(data);
  capacity_ = kLeastBytes;
  at_ = 0;
  end_ = there;
}

void PacketSocket::cut() noexcept { ::shutdown(socket_, SHUT_RDWR); }

/// Returns when so many bytes are there that were not handed out yet; false where there will be none.
bool PacketSocket::fill(std::size_t bytes) {
  if (end_ - at_ >= bytes) return true;
  if (bytes > kMostBytes) return false;
  make_room(bytes);
  while (end_ - at_ < bytes) {
    if (!receive()) return false;
  }
  return true;
}

void PacketSocket::make_room(std::size_t bytes) {
  const std::size_t there = end_ - at_;
  if (bytes > capacity_) {
    // The next packet may come with it, and a large packet comes in parts: room to spare saves copies.
    const std::size_t grown = std::max(bytes + kLeastBytes, capacity_ + capacity_ / 2);
    auto data = std::make_unique_for_overwrite<char[]>(grown);
    std::memcpy(data.get(), data_.get() + at_, there);
    data_ = std::move(data);
    capacity_ = grown;
  } else {
    std::memmove(data_.get(), data_.get() + at_, there);
  }
  at_ = 0;
  end_ = there;
}

bool PacketSocket::receive() {
  for (;;) {
    const ssize_t received = ::recv(socket_, data_.get() + end_, capacity_ - end_, 0);
    if (received > 0) {
      end_ += static_cast<std::size_t>(received);
      received_bytes_.fetch_add(static_cast<std::uint64_t>(received), std::memory_order_relaxed);
      return true;
    }
    if (received == 0) return false;
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!wait()) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
}

/// libmariadb may have left the socket as one that does not block.
bool PacketSocket::wait() const {
  pollfd readable{socket_, POLLIN, 0};
  return ::poll(&readable, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace sluice
