#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "delimited/lines_decoder.h"
#include "fields/fields_part.h"
#include "row/field_scanner.h"

namespace sluice {

/// The rows of a part of a file that LOAD DATA would read, each value what LOAD DATA would make of it.
class FieldsDecoder final : public LinesDecoder {
 public:
  /// `part` must outlive the decoder, as all that a `LinesDecoder` is made of.
  FieldsDecoder(StoredFile& stored, const Packing& packing, const FieldsPart& part, std::string chunk,
                ProgressBoard& board, std::uint64_t most_bytes);

 protected:
  void add(std::string_view text) override { scanner_.add(text); }
  void finish() override { scanner_.finish(); }

 private:
  /// Makes lines of what the scanner finds; a `FieldSink`.
  class Lines {
   public:
    explicit Lines(FieldsDecoder& decoder) : decoder_(decoder), line_(decoder.part_.line) {}

    void begin_field();
    void enclosed() { enclosed_ = true; }
    void run(std::string_view bytes);
    void byte(char byte);
    void escaped(char byte);
    void end_field();
    void end_row();

   private:
    void add(std::string_view bytes);
    bool is_null() const;

    FieldsDecoder& decoder_;
    std::string value_;
    bool enclosed_ = false;
    /// The value so far is nothing but an escaped N.
    bool escaped_n_ = false;
    /// The row has a field already.
    bool has_field_ = false;
    std::size_t field_ = 0;
    std::uint64_t line_;
  };

  const FieldsPart& part_;
  Lines lines_;
  FieldScanner<Lines> scanner_;
};

}  // namespace sluice
