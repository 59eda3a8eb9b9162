#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

/// Tells of values, one after the other, whether each is smaller than the one before: as integers where both
/// are, else by their first bytes. Used by one thread.
class ValueOrder {
 public:
  /// Bytes of a value that are looked at: longer values of keys hardly ever begin alike.
  static constexpr std::size_t kComparedBytes = 40;

  /// The part of a value that is looked at.
  static std::string_view compared(std::string_view value) { return value.substr(0, kComparedBytes); }

  /// Looks at a value. One that is empty, as NULL is, is not compared.
  bool falls(std::string_view value);
  bool falls(std::int64_t integer);
  /// Looks at a value as it stands in a statement. Those that begin with different characters, as texts and
  /// NULL do, are not compared.
  bool falls_as_literal(std::string_view literal);
  /// The next value comes behind none.
  void reset();

 private:
  bool falls_as_text(std::string_view text, bool is_alike);

  std::optional<std::int64_t> integer_;
  std::string text_;
};

}  // namespace sluice
