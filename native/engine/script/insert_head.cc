#include "script/insert_head.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "script/quoted.h"

namespace sluice {
namespace {

/// Reads one token after the other. After something that it could not read, nothing more is there.
class HeadReader {
 public:
  HeadReader(const char* at, const Input& input, const Lexing& lexing)
      : at_(at), input_(input), lexing_(lexing) {
    skip();
  }

  const char* at() const { return at_; }
  bool wants_more() const { return wants_more_; }
  bool is_at(char byte) const { return at_ != input_.end && *at_ == byte; }

  /// Takes `word`, in lower case, where it comes next.
  bool take_word(std::string_view word) {
    if (!equals_word(next_word(), word)) return false;
    at_ += word.size();
    skip();
    return true;
  }

  bool take(char byte) {
    if (!is_at(byte)) return false;
    ++at_;
    skip();
    return true;
  }

  /// Takes a name, with or without quotes.
  bool take_name(std::string& name) {
    name.clear();
    if (at_ == input_.end) return false;
    if (lexing_.encloses_name(*at_)) return take_quoted(name);
    const std::string_view word = next_word();
    name = word;
    at_ += word.size();
    skip();
    return !name.empty();
  }

 private:
  /// Empty where the bytes in hand may not hold all of it.
  std::string_view next_word() {
    const char* end = at_;
    while (end != input_.end && is_of_word(*end)) ++end;
    if (end == input_.end) {
      stop(!input_.is_all);
      return {};
    }
    return Input::between(at_, end);
  }

  bool take_quoted(std::string& name) {
    const char quote = *at_;
    const char* const end = end_of_quoted(at_ + 1, input_, quote, lexing_);
    if (end == nullptr) {
      stop(!input_.is_all);
      return false;
    }
    for (const char* byte = at_ + 1; byte != end - 1; ++byte) {
      name.push_back(*byte);
      if (byte + 1 != end - 1 && is_pair(lexing_.multi_byte, *byte, byte[1])) {
        name.push_back(*++byte);
      } else if (*byte == quote) {
        ++byte;
      }
    }
    at_ = end;
    skip();
    return !name.empty();
  }

  void skip() {
    const BlanksEnd blanks = skip_blanks(at_, input_);
    at_ = blanks.at;
    if (blanks.looked != Looked::kThere) stop(blanks.looked == Looked::kMore);
  }

  void stop(bool wants_more) {
    wants_more_ = wants_more_ || wants_more;
    at_ = input_.end;
  }

  const char* at_;
  const Input& input_;
  const Lexing& lexing_;
  bool wants_more_ = false;
};

bool take_verb(HeadReader& reader, InsertHead& head) {
  if (reader.take_word("replace")) {
    head.verb = InsertVerb::kReplace;
    if (!reader.take_word("low_priority")) reader.take_word("delayed");
    return true;
  }
  if (!reader.take_word("insert")) return false;
  if (!reader.take_word("low_priority") && !reader.take_word("delayed")) reader.take_word("high_priority");
  head.verb = reader.take_word("ignore") ? InsertVerb::kInsertIgnore : InsertVerb::kInsert;
  return true;
}

bool take_table(HeadReader& reader, InsertHead& head) {
  head.schema.clear();
  if (!reader.take_name(head.table)) return false;
  if (!reader.take('.')) return true;
  head.schema = std::move(head.table);
  return reader.take_name(head.table);
}

bool take_columns(HeadReader& reader, InsertHead& head) {
  head.columns.reset();
  if (!reader.take('(')) return true;
  std::vector<std::string> names;
  std::string name;
  do {
    if (!reader.take_name(name)) return false;
    names.push_back(name);
  } while (reader.take(','));
  head.columns = std::move(names);
  return reader.take(')');
}

}  // namespace

InsertHeadEnd read_insert_head(const char* at, const Input& input, const Lexing& lexing, InsertHead& head) {
  HeadReader reader(at, input, lexing);
  bool is_there = take_verb(reader, head);
  if (is_there) {
    reader.take_word("into");
    is_there = take_table(reader, head) && take_columns(reader, head) &&
               (reader.take_word("values") || reader.take_word("value")) && reader.is_at('(');
  }
  if (reader.wants_more()) return {Looked::kMore, nullptr};
  // A hint may set variables for the statement.
  const std::string_view text = Input::between(at, reader.at());
  is_there = is_there && text.find("/*+") == std::string_view::npos;
  return is_there ? InsertHeadEnd{Looked::kThere, reader.at()} : InsertHeadEnd{};
}

}  // namespace sluice
