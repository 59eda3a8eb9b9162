#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "delimited/lines_decoder.h"
#include "xml/xml_part.h"
#include "xml/xml_reader.h"

namespace sluice {

/// The rows of a part of an XML dump.
class XmlDecoder final : public LinesDecoder, private XmlSink {
 public:
  /// `part` must outlive the decoder, as all that a `LinesDecoder` is made of.
  XmlDecoder(StoredFile& stored, const Packing& packing, const XmlPart& part, std::string chunk,
             ProgressBoard& board, std::uint64_t most_bytes);

 protected:
  void add(std::string_view text) override;
  void finish() override;

 private:
  void begin_element(std::string_view name, const XmlAttributes& attributes) override;
  void end_element(std::string_view name) override;
  void text(std::string_view run) override;

  void end_field();
  [[noreturn]] void fail_here() const { fail_as_changed(reader_.line()); }

  const XmlPart& part_;
  XmlReader reader_;
  bool in_row_ = false;
  bool in_field_ = false;
  bool is_null_ = false;
  bool is_hex_ = false;
  /// Number of the field in hand, or of the next one.
  std::size_t field_ = 0;
  /// Fields of the row that were given.
  std::size_t given_ = 0;
  std::string value_;
};

}  // namespace sluice
