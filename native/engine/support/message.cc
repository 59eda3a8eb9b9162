#include "support/message.h"

namespace sluice {
namespace {

constexpr const char* kSaid = "said";

std::string plain_value(const Parameter::Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  if (const auto* const number = std::get_if<std::uint64_t>(&value)) return std::to_string(*number);
  if (const auto* const message = std::get_if<Message>(&value)) return plain(*message);
  std::string all;
  for (const Message& message : std::get<std::vector<Message>>(value)) {
    all += (all.empty() ? "" : ", ") + plain(message);
  }
  return "[" + all + "]";
}

}  // namespace

Message::Message(const char* sentence) : key(sentence) {}

Message::Message(const char* sentence, std::vector<Parameter> named)
    : key(sentence), parameters(std::move(named)) {}

Message said(std::string text) { return {kSaid, {{"text", std::move(text)}}}; }

std::string plain(const Message& message) {
  if (message.key == kSaid) return plain_value(message.parameters.front().value);
  std::string text = message.key;
  for (const Parameter& parameter : message.parameters) {
    text += " " + parameter.name + "=" + plain_value(parameter.value);
  }
  return text;
}

}  // namespace sluice
