#include "wire/local_infile.h"

#include <errmsg.h>

#include <cstdint>
#include <cstdio>
#include <random>
#include <utility>

namespace sluice {
namespace {

std::string one_time_name() {
  std::random_device random;
  const auto word = [&] { return static_cast<std::uint64_t>(random()) << 32 | random(); };
  char name[48];
  std::snprintf(name, sizeof name, "sluice-%016llx%016llx", static_cast<unsigned long long>(word()),
                static_cast<unsigned long long>(word()));
  return name;
}

}  // namespace

LocalInfile::LocalInfile(MYSQL* handle) {
  mysql_set_local_infile_handler(handle, on_open, on_read, on_close, on_error, this);
}

const std::string& LocalInfile::issue(const LocalInfileReader& reader) {
  name_ = one_time_name();
  reader_ = &reader;
  thrown_ = nullptr;
  read_to_end_ = false;
  return name_;
}

void LocalInfile::withdraw() {
  name_.clear();
  reader_ = nullptr;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

int LocalInfile::on_open(void** self, const char* name, void* user) noexcept {
  *self = user;
  auto* infile = static_cast<LocalInfile*>(user);
  infile->declined_ = infile->reader_ == nullptr || infile->read_to_end_ || infile->name_ != name;
  return infile->declined_ ? 1 : 0;
}

int LocalInfile::on_read(void* self, char* buffer, unsigned capacity) noexcept {
  auto* infile = static_cast<LocalInfile*>(self);
  try {
    const std::size_t bytes = (*infile->reader_)(buffer, capacity);
    infile->read_to_end_ = bytes == 0;
    return static_cast<int>(bytes);
  } catch (...) {
    infile->thrown_ = std::current_exception();
    return -1;
  }
}

void LocalInfile::on_close(void*) noexcept {}

/// Nobody reads it: the reader's failure is thrown again, and the session says what it declined.
int LocalInfile::on_error(void* /*self*/, char* message, unsigned capacity) noexcept {
  std::snprintf(message, capacity, "%s", "declined");
  return CR_UNKNOWN_ERROR;
}

}  // namespace sluice
