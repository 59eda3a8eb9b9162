#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {

struct Parameter;

/// Something to say to a person, without its words: the application words it (app/engine/words/message.ts),
/// in the language of whoever reads it.
///
///     Message("targetRowsDiffer", {{"counted", counted}, {"expected", *table.expected_rows}})
struct Message {
  Message() = default;
  /// Not explicit: it stands where a failure or a log record begins.
  Message(const char* sentence);  // NOLINT(google-explicit-constructor)
  Message(const char* sentence, std::vector<Parameter> named);

  bool empty() const { return key.empty(); }

  /// Key of a sentence in app/text/engine/messages.ts.
  std::string key;
  std::vector<Parameter> parameters;
};

/// A value of a sentence: a text, a number, or what another message says.
struct Parameter {
  using Value = std::variant<std::string, std::uint64_t, Message, std::vector<Message>>;

  Parameter(const char* title, std::string text) : name(title), value(std::move(text)) {}
  Parameter(const char* title, const char* text) : name(title), value(std::string(text)) {}
  Parameter(const char* title, Message message) : name(title), value(std::move(message)) {}
  Parameter(const char* title, std::vector<Message> messages) : name(title), value(std::move(messages)) {}
  /// `number` is not negative.
  template <std::integral Number>
  Parameter(const char* title, Number number) : name(title), value(static_cast<std::uint64_t>(number)) {}

  std::string name;
  Value value;
};

/// Message that repeats what a server, a library or the system said in its own words, or a name.
Message said(std::string text);

/// A message for programmers: its key and its values; what somebody said as it is.
std::string plain(const Message& message);

}  // namespace sluice
