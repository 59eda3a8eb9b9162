#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "delimited/delimited_part.h"

namespace sluice {

/// Receiver of what a `DelimitedReader` finds. Each call is made on the reader's thread, and may throw.
template <class Sink>
concept DelimitedSink = requires(Sink& sink, std::string_view run, char byte, std::uint64_t line,
                                 std::uint64_t next_offset, std::uint64_t next_line) {
  sink.begin_row(line);
  /// Bytes of the value in hand.
  sink.run(run);
  /// The byte behind a backslash, as it stands there.
  sink.escaped(byte);
  sink.end_field(/*quoted=*/true);
  /// With the place of what follows.
  sink.end_row(next_offset, next_line);
  /// Between `begin_row` and `end_row` in place of a field.
  sink.blank();
  /// A quoted value goes on behind its closing quote: nobody knows where it ends.
  sink.broken();
};

/// Finds rows and values in a file of delimited values as its text passes in pieces: RFC 4180, with line ends
/// of both kinds, and a carriage return without a line feed as a part of its value. Used
/// by one thread.
template <DelimitedSink Sink>
class DelimitedReader {
 public:
  /// `line` is that of the first byte. `sink` must outlive this.
  DelimitedReader(const DelimitedFormat& format, std::uint64_t offset, std::uint64_t line, Sink& sink)
      : format_(format), offset_(offset), line_(line), sink_(sink) {
    for (const char byte : {format.separator, format.quote, '\r', '\n'}) stop_at(byte);
    if (format.backslash_escapes) stop_at('\\');
  }

  void add(std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    const auto plain = [this](char byte) { return !stops_[static_cast<unsigned char>(byte)]; };
    while (at != end) {
      if ((at_ == At::kPlain || at_ == At::kEnclosed) && !escaped_ && !returned_) {
        const char* const stop = std::find_if_not(at, end, plain);
        if (stop != at) sink_.run({at, static_cast<std::size_t>(stop - at)});
        offset_ += static_cast<std::uint64_t>(stop - at);
        at = stop;
        if (at == end) return;
      }
      ++offset_;
      step(*at++);
    }
  }

  /// Ends the last row, where no line feed ends it.
  void finish() {
    returned_ = false;
    if (at_ != At::kRowStart && at_ != At::kEnclosed) end_row();
  }

  /// True while a quoted value has no end: a file that stops there was cut.
  bool within_quotes() const { return at_ == At::kEnclosed; }
  /// Place behind the last byte.
  std::uint64_t offset() const { return offset_; }

 private:
  enum class At { kRowStart, kFieldStart, kPlain, kEnclosed, kBehindQuote };

  void stop_at(char byte) { stops_[static_cast<unsigned char>(byte)] = true; }

  bool is_quote(char byte) const { return format_.quote != 0 && byte == format_.quote; }

  void step(char byte) {
    if (escaped_) {
      escaped_ = false;
      if (byte == '\n') ++line_;
      sink_.escaped(byte);
      return;
    }
    if (returned_) {
      returned_ = false;
      if (byte == '\n') return end_line();
      if (at_ == At::kBehindQuote) return sink_.broken();
      if (at_ == At::kRowStart) begin_row();
      value_byte('\r');
    }
    switch (at_) {
      case At::kRowStart:
        if (byte == '\n' || byte == '\r') return step_plain(byte);
        begin_row();
        [[fallthrough]];
      case At::kFieldStart:
        if (is_quote(byte)) {
          at_ = At::kEnclosed;
          return;
        }
        return step_plain(byte);
      case At::kPlain:
        return step_plain(byte);
      case At::kEnclosed:
        return step_enclosed(byte);
      case At::kBehindQuote:
        return step_behind_quote(byte);
    }
  }

  void step_plain(char byte) {
    if (byte == '\n') return end_line();
    if (byte == '\r') {
      returned_ = true;
    } else if (byte == format_.separator) {
      end_field(/*quoted=*/false);
    } else if (byte == '\\' && format_.backslash_escapes) {
      at_ = At::kPlain;
      escaped_ = true;
    } else {
      value_byte(byte);
    }
  }

  void step_enclosed(char byte) {
    if (is_quote(byte)) {
      at_ = At::kBehindQuote;
    } else if (byte == '\\' && format_.backslash_escapes) {
      escaped_ = true;
    } else {
      if (byte == '\n') ++line_;
      sink_.run({&byte, 1});
    }
  }

  void step_behind_quote(char byte) {
    if (is_quote(byte)) {
      at_ = At::kEnclosed;
      sink_.run({&byte, 1});
    } else if (byte == format_.separator) {
      end_field(/*quoted=*/true);
    } else if (byte == '\n') {
      end_line();
    } else if (byte == '\r') {
      returned_ = true;
    } else {
      sink_.broken();
    }
  }

  void value_byte(char byte) {
    at_ = At::kPlain;
    sink_.run({&byte, 1});
  }

  void end_field(bool quoted) {
    sink_.end_field(quoted);
    at_ = At::kFieldStart;
  }

  void end_line() {
    ++line_;
    if (at_ != At::kRowStart) return end_row();
    sink_.begin_row(line_ - 1);
    sink_.blank();
    sink_.end_row(offset_, line_);
  }

  void begin_row() {
    sink_.begin_row(line_);
    at_ = At::kFieldStart;
  }

  void end_row() {
    sink_.end_field(at_ == At::kBehindQuote);
    at_ = At::kRowStart;
    sink_.end_row(offset_, line_);
  }

  const DelimitedFormat format_;
  std::uint64_t offset_;
  std::uint64_t line_;
  Sink& sink_;
  std::array<bool, 256> stops_{};
  At at_ = At::kRowStart;
  bool escaped_ = false;
  /// A carriage return came that may belong to the end of its line.
  bool returned_ = false;
};

}  // namespace sluice
