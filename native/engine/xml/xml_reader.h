#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// Reason for which a document is none that can be read (`EngineXmlFault` in app/engine/scan/scans.ts).
enum class XmlFault : std::uint8_t {
  kCut,           ///< It ends within an element.
  kUnexpected,    ///< Markup that is none of XML's.
  kReference,     ///< A reference to anything but a character or one of the five entities of XML.
  kControl,       ///< A character that XML does not have.
  kNotUtf8,       ///< Bytes that are no UTF-8.
  kEncoding,      ///< Another encoding is declared.
  kDoctype,       ///< A declaration of a document's type, which may define entities.
  kMismatch,      ///< An end that is not that of the element in hand.
  kTooLong,       ///< A tag, or all definitions together, that no dump has so long.
  kElement,       ///< An element that dumps do not have there.
  kAttribute,     ///< An attribute that dumps do not have there, or one that is missing.
  kText,          ///< A text where dumps have none.
  kOtherFields,   ///< A row with other fields than the first one of its table.
  kHex,           ///< A value that is said to be hexadecimal digits and is none.
  kSecond,        ///< A second document.
  kMore,          ///< Something stands behind the document.
  kTooManyParts,  ///< More columns or keys than a table can have.
};

struct XmlError {
  XmlFault fault = XmlFault::kUnexpected;
  std::uint64_t line = 0;
  /// Byte of the line, from 1.
  std::uint64_t column = 0;
  /// Name or word that it is about; empty for none.
  std::string detail;
};

struct XmlAttribute {
  std::string_view name;
  /// Without its references.
  std::string_view value;
};

/// Attributes of the element in hand, valid until the call returns.
using XmlAttributes = std::vector<XmlAttribute>;

/// The value of an attribute; nothing where the element does not have it.
std::optional<std::string_view> attribute_of(const XmlAttributes& attributes, std::string_view name);

/// Receiver of what an `XmlReader` finds. Each call is made on the reader's thread, and may throw.
class XmlSink {
 public:
  XmlSink() = default;
  virtual ~XmlSink() = default;
  XmlSink(const XmlSink&) = delete;
  XmlSink& operator=(const XmlSink&) = delete;

  virtual void begin_element(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void end_element(std::string_view name) = 0;
  /// The next bytes of a text, without references; one text may come in several calls.
  virtual void text(std::string_view run) = 0;
};

/// Finds elements and texts in a document as it passes in pieces, strictly as XML 1.0 has them but for line
/// ends and blanks: those of values and attributes stay as they are. `mysqldump --xml` writes a carriage
/// return and a line feed without references, and XML would have a reader change them: so a dump is read
/// here, and not by a library. In a file whose own lines end with CR and LF something has put these in front
/// of all line feeds, and they are left out. Neither DTDs nor entities are read. Used by one thread.
class XmlReader {
 public:
  /// `line` is that of the first byte. Nothing for `has_crlf`: the first line end tells it. `sink` must
  /// outlive this.
  XmlReader(std::uint64_t offset, std::uint64_t line, std::optional<bool> has_crlf, XmlSink& sink);

  /// Throws `XmlError`.
  void add(std::string_view text);
  /// Throws where the text ends within an element.
  void finish();

  /// Place behind what the sink has been given.
  std::uint64_t offset() const { return at_.offset; }
  std::uint64_t line() const { return at_.line; }
  bool has_crlf() const { return has_crlf_.value_or(false); }
  /// Has texts hold any bytes from the next one on, or none but those of characters.
  void take_any_bytes(bool any) { takes_any_bytes_ = any; }
  /// Throws with the place of what the sink is being given.
  [[noreturn]] void fail(XmlFault fault, std::string_view detail = {}) const;

 private:
  enum class State { kText, kCharacterData, kComment };

  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t line = 1;
    std::uint64_t line_begin = 0;
  };

  /// Takes what is whole at the beginning of a text; returns its bytes, and 0 where none is yet.
  std::size_t step(std::string_view rest);
  std::size_t run(std::string_view rest);
  std::size_t reference(std::string_view rest);
  std::size_t character_data(std::string_view rest);
  std::size_t comment(std::string_view rest);
  std::size_t markup(std::string_view rest);
  std::size_t instruction(std::string_view rest);
  std::size_t tag(std::string_view rest);
  void declaration(std::string_view text);
  void begin_tag(std::string_view text);
  void end_tag(std::string_view text);
  void attributes_in(std::string_view tag, std::size_t from);
  std::string_view unreferenced(std::string_view tag, std::string_view value);

  void give_text(std::string_view run);
  /// Bytes from the beginning that may be characters of a text, up to one of `stops`; checks them.
  std::size_t characters(std::string_view text, std::string_view stops);
  void whole_character(std::string_view text, std::size_t at) const;
  void check_all(std::string_view text);
  void pass(std::string_view text);
  [[noreturn]] void fail_at(XmlFault fault, std::string_view text, std::size_t at,
                            std::string_view detail = {}) const;

  XmlSink& sink_;
  std::optional<bool> has_crlf_;
  State state_ = State::kText;
  /// Places of the next byte, and of the first one of what was passed last.
  Place at_;
  Place from_;
  /// The beginning of what is not whole yet.
  std::string held_;
  std::vector<std::string> open_;
  XmlAttributes attributes_;
  /// Values of attributes that have references.
  std::string values_;
  std::string unreturned_;
  bool has_begun_ = false;
  bool takes_any_bytes_ = false;
  // The character in hand: bytes that it still has, and the limits of the next one.
  unsigned left_ = 0;
  unsigned char low_ = 0x80;
  unsigned char high_ = 0xBF;
};

}  // namespace sluice
