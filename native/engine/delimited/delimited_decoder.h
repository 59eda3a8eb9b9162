#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "delimited/delimited_part.h"
#include "delimited/delimited_reader.h"
#include "delimited/lines_decoder.h"

namespace sluice {

/// The rows of a part of a file of delimited values.
class DelimitedDecoder final : public LinesDecoder {
 public:
  /// `part` must outlive the decoder, as all that a `LinesDecoder` is made of.
  DelimitedDecoder(StoredFile& stored, const Packing& packing, const DelimitedPart& part, std::string chunk,
                   ProgressBoard& board, std::uint64_t most_bytes);

 protected:
  void add(std::string_view text) override { reader_.add(text); }
  void finish() override { reader_.finish(); }

 private:
  /// Makes lines of what the reader finds.
  class Lines {
   public:
    explicit Lines(DelimitedDecoder& decoder) : decoder_(decoder) {}

    void begin_row(std::uint64_t line);
    void run(std::string_view bytes);
    void escaped(char byte);
    void end_field(bool quoted);
    void end_row(std::uint64_t next_offset, std::uint64_t next_line);
    void blank();
    [[noreturn]] void broken();

   private:
    DelimitedColumn column() const;
    /// Gives on what is held of a long value whose field is its text: nothing has to hold all of it.
    void give_on();
    void begin_field();
    void append_piece();
    void append_text();
    void append_value(DelimitedColumn column);
    bool is_null(DelimitedColumn column, bool quoted) const;

    DelimitedDecoder& decoder_;
    std::string value_;
    /// The beginning of the value in hand was given on.
    bool is_given_on_ = false;
    bool is_marked_ = false;  ///< Of a value that is given on.
    bool null_ = false;
    std::size_t field_ = 0;
    std::uint64_t line_ = 1;
    /// Number of the lines that are skipped which have come.
    std::size_t skipped_ = 0;
    /// The row in hand is one of them.
    bool skips_ = false;
  };

  const DelimitedPart& part_;
  Lines lines_;
  DelimitedReader<Lines> reader_;
};

}  // namespace sluice
