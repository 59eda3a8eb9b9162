#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "row/hex_digit.h"
#include "xml/xml_reader.h"

namespace sluice {

/// A field of a row, as the clients of both vendors write it.
struct XmlField {
  std::string_view name;
  bool is_null = false;
  /// The value is hexadecimal digits (`--hex-blob`).
  bool is_hex = false;
};

/// Nothing where the attributes are none of a field's.
inline std::optional<XmlField> xml_field(const XmlAttributes& attributes) {
  XmlField field;
  bool is_named = false;
  for (const auto& [name, value] : attributes) {
    if (name == "name") {
      field.name = value;
      is_named = true;
    } else if (name == "xsi:nil" && (value == "true" || value == "1")) {
      field.is_null = true;
    } else if (name == "xsi:type" && value == "xs:hexBinary") {
      field.is_hex = true;
    } else {
      return std::nullopt;
    }
  }
  return is_named ? std::optional(field) : std::nullopt;
}

inline bool is_blank_xml(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Puts the bytes in the place of their digits; false where they are no pairs of digits.
inline bool decode_hex(std::string& text) {
  if (!write_unhexed(text.data(), text.data() + text.size(), text.data())) return false;
  text.resize(text.size() / 2);
  return true;
}

}  // namespace sluice
