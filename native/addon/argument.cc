#include "argument.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace sluice::addon {
namespace {

constexpr double kMaxSafeInteger = 9007199254740991.0;

}  // namespace

Argument Argument::get(const char* name) const {
  if (!value_.IsObject()) refuse("an object");
  return {value_.As<Napi::Object>().Get(name), path_ + "." + name};
}

std::vector<Argument> Argument::list() const {
  if (!value_.IsArray()) refuse("an array");
  const auto array = value_.As<Napi::Array>();
  std::vector<Argument> items;
  for (std::uint32_t at = 0; at < array.Length(); ++at) {
    items.emplace_back(array.Get(at), path_ + "[" + std::to_string(at) + "]");
  }
  return items;
}

std::string Argument::text() const {
  if (!value_.IsString()) refuse("a string");
  return value_.As<Napi::String>().Utf8Value();
}

bool Argument::flag() const {
  if (!value_.IsBoolean()) refuse("a boolean");
  return value_.As<Napi::Boolean>().Value();
}

std::uint64_t Argument::whole() const {
  if (!value_.IsNumber()) refuse("a number");
  const double number = value_.As<Napi::Number>().DoubleValue();
  if (!(number >= 0 && number <= kMaxSafeInteger) || std::floor(number) < number) refuse("a whole number");
  return static_cast<std::uint64_t>(number);
}

int Argument::small() const {
  const std::uint64_t number = whole();
  if (number > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) refuse("a smaller number");
  return static_cast<int>(number);
}

std::uint64_t Argument::hex64() const {
  const std::string digits = text();
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [parsed, error] = std::from_chars(digits.data(), end, number, 16);
  if (digits.size() != 16 || error != std::errc() || parsed != end) refuse("16 hexadecimal digits");
  return number;
}

std::string Argument::hex_bytes() const {
  const std::string digits = text();
  if (digits.size() % 2 != 0) refuse("two hexadecimal digits for each byte");
  std::string bytes;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    unsigned char byte = 0;
    const char* const end = digits.data() + at + 2;
    const auto [parsed, error] = std::from_chars(digits.data() + at, end, byte, 16);
    if (error != std::errc() || parsed != end) refuse("two hexadecimal digits for each byte");
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

void Argument::refuse(const std::string& expected) const {
  throw Napi::TypeError::New(value_.Env(), path_ + " must be " + expected);
}

}  // namespace sluice::addon
