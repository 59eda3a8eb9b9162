#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "script/lexing.h"

namespace sluice {

/// Session variables that decide how a script is read, followed through the SET statements of the script
/// itself: sql_mode as app/format/sql/script.ts follows it, and the character set of the client. What a
/// script saved in a user variable comes back from there; every value that is not known is the default.
/// Used by one thread.
class SessionSettings {
 public:
  const Lexing& lexing() const { return lexing_; }
  /// In lower case; empty where the script has not set any.
  const std::string& charset() const { return charset_; }

  /// Takes note of a statement that the script has run.
  void follow(std::string_view statement);

 private:
  using Tokens = std::vector<std::string>;

  void assign(std::string_view name, const std::string& value);
  void assign_variable(std::string_view name, const std::string& value);
  void set_mode(const std::string& value);
  void set_charset(std::string charset);

  Lexing lexing_;
  std::string charset_;
  /// By the names of user variables, without the at sign.
  std::map<std::string, Lexing, std::less<>> saved_modes_;
  std::map<std::string, std::string, std::less<>> saved_charsets_;
};

}  // namespace sluice
