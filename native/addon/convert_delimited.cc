#include "convert_delimited.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "convert_basics.h"

namespace sluice::addon {
namespace {

Napi::Value name(Napi::Env env, const std::string& bytes) {
  return Napi::Buffer<char>::Copy(env, bytes.data(), bytes.size());
}

Napi::Value written_dates(Napi::Env env, const WrittenDates& from) {
  auto object = Napi::Object::New(env);
  object.Set("values", number(from.values));
  object.Set("dayFirst", from.day_first);
  object.Set("monthFirst", from.month_first);
  object.Set("dotted", from.dotted);
  object.Set("timed", from.timed);
  object.Set("untimed", from.untimed);
  return object;
}

Napi::Value written_numbers(Napi::Env env, const WrittenNumbers& from) {
  auto object = Napi::Object::New(env);
  object.Set("all", from.all);
  object.Set("grouped", from.grouped);
  object.Set("spaced", from.spaced);
  object.Set("joined", from.joined);
  object.Set("coded", from.coded);
  object.Set("told", from.told);
  object.Set("wholeDigits", number(from.whole_digits));
  object.Set("fractionDigits", number(from.fraction_digits));
  return object;
}

Napi::Value facts(Napi::Env env, const ColumnFacts& from) {
  auto object = Napi::Object::New(env);
  object.Set("values", number(from.values));
  object.Set("nulls", number(from.nulls));
  object.Set("nullWords", number(from.null_words));
  object.Set("empties", number(from.empties));
  object.Set("integers", from.integers);
  object.Set("decimals", from.decimals);
  object.Set("pointNumbers", written_numbers(env, from.point_numbers));
  object.Set("commaNumbers", written_numbers(env, from.comma_numbers));
  object.Set("floats", from.floats);
  object.Set("booleans", from.booleans);
  object.Set("dates", from.dates);
  object.Set("moments", from.moments);
  object.Set("instants", number(from.instants));
  object.Set("writtenDates", written_dates(env, from.written_dates));
  object.Set("rising", from.rising);
  object.Set("isUtf8", from.is_utf8);
  // As texts: they have 64 bits.
  object.Set("least", std::to_string(from.least));
  object.Set("most", std::to_string(from.most));
  object.Set("first", std::to_string(from.first));
  object.Set("last", std::to_string(from.last));
  object.Set("momentDigits", number(from.moment_digits));
  object.Set("longestBytes", number(from.longest_bytes));
  object.Set("longestCharacters", number(from.longest_characters));
  return object;
}

Napi::Value range(Napi::Env env, const DelimitedRange& from) {
  auto object = Napi::Object::New(env);
  object.Set("offset", number(from.offset));
  object.Set("length", number(from.length));
  object.Set("rows", number(from.rows));
  object.Set("line", number(from.line));
  object.Set("backward", number(from.backward));
  return object;
}

Napi::Value odd_row(Napi::Env env, const OddRow& from) {
  auto object = Napi::Object::New(env);
  object.Set("line", number(from.line));
  object.Set("values", number(from.values));
  object.Set("text", name(env, from.text));
  return object;
}

/// In the order of `Misfit`.
constexpr std::array<std::string_view, 10> kMisfits{"null",   "number", "range", "rounded", "moment",
                                                    "length", "member", "hex",   "charset", "utf8"};

Napi::Value misfit_row(Napi::Env env, const MisfitRow& from) {
  auto object = Napi::Object::New(env);
  object.Set("line", number(from.line));
  object.Set("column", number(from.column));
  object.Set("misfit", std::string(kMisfits[static_cast<std::size_t>(from.misfit)]));
  object.Set("value", name(env, from.value));
  object.Set("text", name(env, from.text));
  return object;
}

Napi::Value line(Napi::Env env, const std::optional<std::uint64_t>& from) {
  if (!from) return env.Null();
  return Napi::Number::New(env, number(*from));
}

/// In the order of `JsonFault`.
constexpr std::array<std::string_view, 10> kJsonFaults{"no-object", "unexpected", "cut",       "more",
                                                       "control",   "escape",     "surrogate", "not-utf8",
                                                       "too-deep",  "twice"};

Napi::Value json_facts(Napi::Env env, const JsonColumnFacts& from) {
  auto object = Napi::Object::New(env);
  object.Set("key", from.key);
  object.Set("facts", facts(env, from.facts));
  object.Set("strings", number(from.strings));
  object.Set("numbers", number(from.numbers));
  object.Set("booleans", number(from.booleans));
  object.Set("containers", number(from.containers));
  object.Set("jsonTexts", from.json_texts);
  object.Set("base64", from.base64);
  object.Set("hex", from.hex);
  return object;
}

Napi::Value bad_line(Napi::Env env, const BadJsonLine& from) {
  auto object = Napi::Object::New(env);
  object.Set("line", number(from.line));
  object.Set("column", number(from.column));
  object.Set("fault", std::string(kJsonFaults[static_cast<std::size_t>(from.fault)]));
  object.Set("text", name(env, from.text));
  return object;
}

/// In the order of `XmlFault`.
constexpr std::array<std::string_view, 17> kXmlFaults{
    "cut",          "unexpected", "reference", "control", "not-utf8",      "encoding",
    "doctype",      "mismatch",   "too-long",  "element", "attribute",     "text",
    "other-fields", "hex",        "second",    "more",    "too-many-parts"};

Napi::Value word(Napi::Env env, const std::string& from) { return Napi::String::New(env, from); }

Napi::Value xml_facts(Napi::Env env, const XmlFacts& from) {
  auto object = Napi::Object::New(env);
  for (const auto& [name, value] : from) object.Set(name, value);
  return object;
}

Napi::Value xml_column(Napi::Env env, const XmlColumnFacts& from) {
  auto object = Napi::Object::New(env);
  object.Set("name", from.name);
  object.Set("hasHex", from.has_hex);
  object.Set("facts", facts(env, from.facts));
  return object;
}

void set_content(Napi::Env env, Napi::Object& item, const XmlStructure& from) {
  item.Set("kind", "structure");
  item.Set("table", from.table);
  item.Set("fields", list(env, from.fields, xml_facts));
  item.Set("keys", list(env, from.keys, xml_facts));
  item.Set("options", xml_facts(env, from.options));
}

void set_content(Napi::Env env, Napi::Object& item, const XmlRows& from) {
  item.Set("kind", "rows");
  item.Set("table", from.table);
  item.Set("columns", list(env, from.columns, xml_column));
  item.Set("ranges", list(env, from.ranges, range));
  item.Set("rows", number(from.rows));
}

void set_content(Napi::Env env, Napi::Object& item, const XmlObject& from) {
  item.Set("kind", "object");
  item.Set("element", from.element);
  item.Set("attributes", xml_facts(env, from.attributes));
  item.Set("text", from.text);
}

Napi::Value xml_item(Napi::Env env, const XmlItem& from) {
  auto object = Napi::Object::New(env);
  object.Set("database", from.database);
  object.Set("line", number(from.line));
  std::visit([&](const auto& content) { set_content(env, object, content); }, from.content);
  return object;
}

Napi::Value bad_xml(Napi::Env env, const std::optional<BadXml>& from) {
  if (!from) return env.Null();
  auto object = Napi::Object::New(env);
  object.Set("line", number(from->error.line));
  object.Set("column", number(from->error.column));
  object.Set("fault", std::string(kXmlFaults.at(static_cast<std::size_t>(from->error.fault))));
  object.Set("detail", from->error.detail);
  object.Set("table", from->table);
  object.Set("field", from->column);
  return object;
}

}  // namespace

Napi::Object to_js(Napi::Env env, const DelimitedContent& content) {
  auto object = Napi::Object::New(env);
  object.Set("names", list(env, content.names, name));
  object.Set("columns", list(env, content.columns, facts));
  object.Set("ranges", list(env, content.ranges, range));
  object.Set("oddRows", list(env, content.odd_rows, odd_row));
  object.Set("oddRowCount", number(content.odd_row_count));
  object.Set("misfits", list(env, content.misfits, misfit_row));
  object.Set("misfitCount", number(content.misfit_count));
  object.Set("openLine", line(env, content.open_line));
  object.Set("brokenLine", line(env, content.broken_line));
  object.Set("rows", number(content.rows));
  object.Set("bytes", number(content.bytes));
  return object;
}

Napi::Object to_js(Napi::Env env, const FieldsContent& content) {
  auto object = Napi::Object::New(env);
  object.Set("ranges", list(env, content.ranges, range));
  object.Set("oddRows", list(env, content.odd_rows, odd_row));
  object.Set("oddRowCount", number(content.odd_row_count));
  object.Set("openLine", line(env, content.open_line));
  object.Set("rows", number(content.rows));
  object.Set("bytes", number(content.bytes));
  return object;
}

Napi::Object to_js(Napi::Env env, const JsonContent& content) {
  auto object = Napi::Object::New(env);
  object.Set("columns", list(env, content.columns, json_facts));
  object.Set("ranges", list(env, content.ranges, range));
  object.Set("badLines", list(env, content.bad_lines, bad_line));
  object.Set("badLineCount", number(content.bad_line_count));
  object.Set("misfits", list(env, content.misfits, misfit_row));
  object.Set("misfitCount", number(content.misfit_count));
  object.Set("hasTooManyKeys", content.has_too_many_keys);
  object.Set("rows", number(content.rows));
  object.Set("bytes", number(content.bytes));
  return object;
}

Napi::Object to_js(Napi::Env env, const KeyBounds& found) {
  auto object = Napi::Object::New(env);
  object.Set("bounds", list(env, found.bounds, name));
  object.Set("longestRow", number(found.longest_row));
  return object;
}

Napi::Object to_js(Napi::Env env, const XmlContent& content) {
  auto object = Napi::Object::New(env);
  object.Set("root", content.root);
  object.Set("databases", list(env, content.databases, word));
  object.Set("items", list(env, content.items, xml_item));
  object.Set("statements", content.statements);
  object.Set("hasCrlf", content.has_crlf);
  object.Set("bad", bad_xml(env, content.bad));
  object.Set("rows", number(content.rows));
  object.Set("bytes", number(content.bytes));
  return object;
}

}  // namespace sluice::addon
