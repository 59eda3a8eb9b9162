#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace sluice {

/// Password of a run that may outlive it: a token that expires is replaced while sessions come and go. May be
/// used from any thread.
class FreshPassword {
 public:
  explicit FreshPassword(std::string password) : password_(std::move(password)) {}

  std::string get() const {
    const std::lock_guard lock(mutex_);
    return password_;
  }

  void set(std::string password) {
    const std::lock_guard lock(mutex_);
    password_ = std::move(password);
  }

 private:
  mutable std::mutex mutex_;
  std::string password_;
};

}  // namespace sluice
