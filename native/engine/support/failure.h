#pragma once

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "support/message.h"

namespace sluice {

/// Facts about a sign-in that failed. The application words them, as it does those of its own sessions
/// (app/engine/sign-in/refusal.ts): both kinds of sessions say the same.
struct SignInRefusal {
  /// "refused" by the server's own words; or what the client would not or could not do: "unknown-method",
  /// "password-itself", "wire-key", "another-question", "factor-unknown", "endless-methods".
  std::string reason;
  /// The server's name for the method that it asked for; empty where it does not matter.
  std::string method;
  /// Number of the factor, from 1.
  unsigned factor = 1;
  /// The question of "another-question".
  std::string question;
  /// `Connection::title`
  std::string server;
};

/// Error as a value, in the shape that crosses the native boundary (`EngineFailure` in app/engine/events.ts).
struct Failure {
  /// A code of app/contract/failure.ts, such as "statement-failed".
  std::string code;
  /// One sentence, without the remedy.
  Message message;
  /// The remedy, empty where the code's own remedy says it.
  Message hint;
  /// The server's error number and SQLSTATE; 0 and empty where no server spoke.
  unsigned errnum = 0;
  std::string sqlstate;
  /// `schema.table`, and the chunk's file or number; empty where they do not apply.
  std::string table;
  std::string chunk;
  /// Cut to 500 bytes.
  std::string statement;
  /// True when the same work may succeed later unchanged.
  bool retryable = false;
  /// Set where a server or the client refused the sign-in.
  std::optional<SignInRefusal> sign_in;
};

/// The one exception of the engine. It is thrown and caught on the same thread: a lane's outermost frame
/// turns it into a value and hands that to its job, so no exception crosses a thread or the N-API line.
class EngineError : public std::exception {
 public:
  explicit EngineError(Failure failure) : failure_(std::move(failure)), what_(plain(failure_.message)) {}
  EngineError(std::string code, Message message)
      : EngineError(failure_with(std::move(code), std::move(message))) {}

  /// For programmers.
  const char* what() const noexcept override { return what_.c_str(); }
  const Failure& failure() const noexcept { return failure_; }

 private:
  static Failure failure_with(std::string code, Message message) {
    Failure failure;
    failure.code = std::move(code);
    failure.message = std::move(message);
    return failure;
  }

  Failure failure_;
  std::string what_;
};

/// A defect of Sluice or of a library, in words for programmers: "internal".
inline EngineError defect(std::string words) { return {"internal", said(std::move(words))}; }

}  // namespace sluice
