#pragma once

#include <napi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice::addon {

/// A value from JavaScript on its way into a struct, with the path that leads to it. Every method throws a
/// TypeError that names the path when the value is not what it should be.
class Argument {
 public:
  Argument(Napi::Value value, std::string path) : value_(value), path_(std::move(path)) {}

  /// A property of an object, whatever it is.
  Argument get(const char* name) const;
  std::vector<Argument> list() const;

  std::string text() const;
  bool flag() const;
  /// A whole number from 0 to 2^53 - 1.
  std::uint64_t whole() const;
  int small() const;
  /// Sixteen hexadecimal digits.
  std::uint64_t hex64() const;
  /// Two hexadecimal digits for each byte.
  std::string hex_bytes() const;
  bool is_null() const { return value_.IsNull(); }
  /// True where the object has no such property.
  bool is_missing() const { return value_.IsUndefined(); }

  /// Null as the fallback.
  std::string text_or_empty() const { return is_null() ? std::string() : text(); }
  std::uint64_t whole_or_zero() const { return is_null() ? 0 : whole(); }

  /// Null as nothing.
  template <class T>
  std::optional<T> maybe(T (Argument::*read)() const) const {
    return is_null() ? std::nullopt : std::optional<T>((this->*read)());
  }

  [[noreturn]] void refuse(const std::string& expected) const;

 private:
  Napi::Value value_;
  std::string path_;
};

}  // namespace sluice::addon
