#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

/// Field that the values of a column become.
enum class XmlForm : std::uint8_t {
  kText,
  kBytes,    ///< Base64 of the bytes; of hexadecimal digits, those that they stand for.
  kSkipped,  ///< None.
};

struct XmlColumn {
  std::string name;
  XmlForm form = XmlForm::kText;
};

/// Rows of an XML dump, which are loaded as a chunk (`EngineXmlPart` in app/engine/chunk-files.ts).
struct XmlPart {
  /// The file, relative to the dump directory.
  std::string path;
  /// A byte before the first row and behind the one before, in the file as it was before it was compressed.
  std::uint64_t offset = 0;
  /// Bytes to behind the end of the last row.
  std::uint64_t length = 0;
  /// Line of the first byte, from 1.
  std::uint64_t line = 1;
  /// Lines end with CR and LF, which in a value is a line feed.
  bool has_crlf = false;
  /// Columns of all fields of a row, in their order.
  std::vector<XmlColumn> columns;
};

}  // namespace sluice
