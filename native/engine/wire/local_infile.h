#pragma once

#include <mysql.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "wire/session.h"

namespace sluice {

/// The answers of one session to LOCAL INFILE requests of its server: none, except for the one-time name of
/// the statement under way. A server, or whoever speaks for it, may ask for any file at any time.
///
/// Used by the session's thread only; libmariadb calls back on that thread, inside `mysql_real_query`.
class LocalInfile {
 public:
  /// Installs the handlers; `handle` must not outlive this.
  explicit LocalInfile(MYSQL* handle);
  LocalInfile(const LocalInfile&) = delete;
  LocalInfile& operator=(const LocalInfile&) = delete;

  /// Lets `reader` answer for one new name, which it returns. `reader` must live until `withdraw`.
  const std::string& issue(const LocalInfileReader& reader);
  /// Answers for nothing from now on; rethrows what the reader threw.
  void withdraw();
  /// Returns whether the reader was read to its end.
  bool read_to_end() const { return read_to_end_; }
  /// Returns whether the server asked for a file that it was not offered, since this was last called.
  bool take_declined() { return std::exchange(declined_, false); }

 private:
  static int on_open(void** self, const char* name, void* user) noexcept;
  static int on_read(void* self, char* buffer, unsigned capacity) noexcept;
  static void on_close(void* self) noexcept;
  static int on_error(void* self, char* message, unsigned capacity) noexcept;

  std::string name_;
  const LocalInfileReader* reader_ = nullptr;
  std::exception_ptr thrown_;
  bool read_to_end_ = false;
  bool declined_ = false;
};

}  // namespace sluice
