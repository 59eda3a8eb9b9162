#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "delimited/lines_decoder.h"
#include "json/json_lines.h"
#include "json/json_part.h"
#include "json/json_reader.h"

namespace sluice {

/// The rows of a part of a file of JSON Lines. What a line does not have is NULL.
class JsonDecoder final : public LinesDecoder {
 public:
  /// `part` must outlive the decoder, as all that a `LinesDecoder` is made of.
  JsonDecoder(StoredFile& stored, const Packing& packing, const JsonPart& part, std::string chunk,
              ProgressBoard& board, std::uint64_t most_bytes);

 protected:
  void add(std::string_view text) override;
  void finish() override;

 private:
  void add_line(std::string_view line, std::uint64_t number);
  void take_members(std::string_view line, std::uint64_t number);
  /// Number of columns where there is none for the key.
  std::size_t column_of(const JsonValue& key);
  void append_value(const JsonValue& value, JsonForm form);
  void append_text(std::string_view text, JsonForm form);

  const JsonPart& part_;
  JsonLines lines_;
  std::uint64_t line_;
  /// The values of the line in hand, by column.
  std::vector<JsonValue> values_;
  /// Column of the next key, if the line has the keys in the columns' order.
  std::size_t expected_ = 0;
  /// Number of the lines that are skipped which have come.
  std::size_t skipped_ = 0;
  std::string text_;
};

}  // namespace sluice
