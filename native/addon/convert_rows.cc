#include "convert_rows.h"

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "shapes.h"

namespace sluice::addon {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kDelimiters{{
    {"client", ";"},
    {"line", ";\n"},
}};
constexpr std::array<std::pair<std::string_view, Codec>, 7> kReadCodecs{{
    {"none", Codec::kNone},
    {"zstd", Codec::kZstd},
    {"gzip", Codec::kGzip},
    {"bzip2", Codec::kBzip2},
    {"xz", Codec::kXz},
    {"lz4", Codec::kLz4},
    {"deflate", Codec::kDeflate},
}};
constexpr std::array<std::pair<std::string_view, Codec>, 2> kCopyCodecs{
    {{"none", Codec::kNone}, {"zstd", Codec::kZstd}}};
constexpr std::array<std::pair<std::string_view, ScriptColumn>, 4> kScriptColumns{{
    {"text", ScriptColumn::kText},
    {"number", ScriptColumn::kNumber},
    {"binary", ScriptColumn::kBinary},
    {"bit", ScriptColumn::kBit},
}};
constexpr std::array<std::pair<std::string_view, DelimitedColumn>, 9> kDelimitedColumns{{
    {"text", DelimitedColumn::kText},
    {"bytes", DelimitedColumn::kBytes},
    {"value", DelimitedColumn::kValue},
    {"comma-decimal", DelimitedColumn::kCommaDecimal},
    {"point-decimal", DelimitedColumn::kPointDecimal},
    {"boolean", DelimitedColumn::kBoolean},
    {"day-first", DelimitedColumn::kDayFirst},
    {"month-first", DelimitedColumn::kMonthFirst},
    {"instant", DelimitedColumn::kInstant},
}};
constexpr std::array<std::pair<std::string_view, FieldsColumn>, 3> kFieldsColumns{{
    {"text", FieldsColumn::kText},
    {"bytes", FieldsColumn::kBytes},
    {"skipped", FieldsColumn::kSkipped},
}};
constexpr std::array<std::pair<std::string_view, SortKind>, 6> kSortKinds{{
    {"integer", SortKind::kInteger},
    {"unsigned", SortKind::kUnsigned},
    {"time", SortKind::kTime},
    {"text", SortKind::kText},
    {"padded", SortKind::kPadded},
    {"base64", SortKind::kBase64},
}};
constexpr std::array<std::pair<std::string_view, JsonForm>, 4> kJsonForms{{
    {"text", JsonForm::kText},
    {"number", JsonForm::kNumber},
    {"json", JsonForm::kJson},
    {"instant", JsonForm::kInstant},
}};
constexpr std::array<std::pair<std::string_view, XmlForm>, 3> kXmlForms{{
    {"text", XmlForm::kText},
    {"bytes", XmlForm::kBytes},
    {"skipped", XmlForm::kSkipped},
}};

constexpr std::array<std::pair<std::string_view, FieldKind>, 14> kFieldKinds{{
    {"any", FieldKind::kAny},
    {"integer", FieldKind::kInteger},
    {"decimal", FieldKind::kDecimal},
    {"float", FieldKind::kFloat},
    {"double", FieldKind::kDouble},
    {"date", FieldKind::kDate},
    {"datetime", FieldKind::kDateTime},
    {"timestamp", FieldKind::kTimestamp},
    {"time", FieldKind::kTime},
    {"year", FieldKind::kYear},
    {"text", FieldKind::kText},
    {"enum", FieldKind::kEnum},
    {"set", FieldKind::kSet},
    {"hex", FieldKind::kHex},
}};
constexpr std::array<std::pair<std::string_view, FieldCharset>, 4> kFieldCharsets{{
    {"all", FieldCharset::kAll},
    {"ascii", FieldCharset::kAscii},
    {"latin1", FieldCharset::kLatin1},
    {"utf8mb3", FieldCharset::kUtf8mb3},
}};

std::uint64_t whole(const Argument& from) { return from.whole(); }

std::string plain_text(const Argument& from) { return from.text(); }

FieldCheck field_check(const Argument& from) {
  return {choice(from.get("kind"), kFieldKinds),
          from.get("isNotNull").flag(),
          from.get("isUnsigned").flag(),
          from.get("bits").whole(),
          from.get("digits").whole(),
          from.get("fraction").whole(),
          from.get("mostCharacters").whole(),
          from.get("mostBytes").whole(),
          from.get("trimsSpaces").flag(),
          choice(from.get("charset"), kFieldCharsets),
          all(from.get("members"), plain_text)};
}

RowDialect row_dialect(const Argument& from) {
  return {from.get("fieldTerminator").text(), from.get("enclosure").text(), from.get("escape").text(),
          from.get("lineTerminator").text()};
}

ColumnBits columns_of(const Argument& places) {
  ColumnBits columns;
  for (const Argument& place : places.list()) columns.add(place.whole());
  return columns;
}

ColumnSet column_set(const Argument& bits) {
  const std::uint64_t columns = bits.whole();
  if (columns > std::numeric_limits<ColumnSet>::max()) bits.refuse("32 bits");
  return static_cast<ColumnSet>(columns);
}

ScriptRows known_rows(const Argument& from) {
  ScriptRows rows;
  rows.offset = from.get("offset").whole();
  rows.length = from.get("length").whole();
  rows.rows = from.get("rows").whole();
  rows.line = from.get("line").whole();
  rows.is_computed = from.get("isComputed").flag();
  rows.nulls = column_set(from.get("nulls"));
  rows.zeros = column_set(from.get("zeros"));
  rows.numbers = columns_of(from.get("numbers"));
  rows.not_years = columns_of(from.get("notYears"));
  rows.backward = from.get("backward").whole();
  rows.plain = column_set(from.get("plain"));
  rows.not_utf8 = column_set(from.get("notUtf8"));
  rows.charsets = all(from.get("charsets"), plain_text);
  rows.not_own_texts = columns_of(from.get("notOwnTexts"));
  rows.lines = from.get("lines").whole();
  return rows;
}

ScriptColumn script_column(const Argument& from) { return choice(from, kScriptColumns); }

DelimitedColumn delimited_column(const Argument& from) { return choice(from, kDelimitedColumns); }

char one_character(const Argument& from) {
  const std::string text = from.text();
  if (text.size() != 1) from.refuse("one character of one byte");
  return text.front();
}

DelimitedFormat delimited_format(const Argument& from) {
  const Argument quote = from.get("quote");
  const Argument null_word = from.get("nullWord");
  return {one_character(from.get("separator")), quote.is_null() ? '\0' : one_character(quote),
          from.get("backslashEscapes").flag(),
          null_word.is_null() ? std::nullopt : std::optional(null_word.text())};
}

std::optional<DelimitedPart> delimited_part(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return DelimitedPart{from.get("path").text(),
                       from.get("offset").whole(),
                       from.get("length").whole(),
                       from.get("line").whole(),
                       delimited_format(from.get("format")),
                       from.get("isWindows1252").flag(),
                       all(from.get("columns"), delimited_column),
                       all(from.get("skippedLines"), whole)};
}

CheckedColumn checked_column(const Argument& from) {
  return {field_check(from.get("check")), delimited_column(from.get("column"))};
}

FieldsColumn fields_column(const Argument& from) { return choice(from, kFieldsColumns); }

std::optional<FieldsPart> fields_part(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return FieldsPart{from.get("path").text(),          from.get("offset").whole(),
                    from.get("length").whole(),       from.get("line").whole(),
                    row_dialect(from.get("dialect")), all(from.get("columns"), fields_column)};
}

JsonColumn json_column(const Argument& from) {
  return {from.get("key").text(), choice(from.get("form"), kJsonForms)};
}

CheckedKey checked_key(const Argument& from) {
  return {from.get("key").text(), field_check(from.get("check")), choice(from.get("form"), kJsonForms)};
}

std::optional<JsonPart> json_part(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return JsonPart{from.get("path").text(),
                  from.get("offset").whole(),
                  from.get("length").whole(),
                  from.get("line").whole(),
                  all(from.get("columns"), json_column),
                  all(from.get("skippedLines"), whole)};
}

XmlColumn xml_column(const Argument& from) {
  return {from.get("name").text(), choice(from.get("form"), kXmlForms)};
}

std::optional<XmlPart> xml_part(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return XmlPart{from.get("path").text(),  from.get("offset").whole(), from.get("length").whole(),
                 from.get("line").whole(), from.get("hasCrlf").flag(), all(from.get("columns"), xml_column)};
}

std::optional<ArchiveEntry> archive_entry(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return ArchiveEntry{from.get("offset").whole(), from.get("storedBytes").whole(), from.get("bytes").whole(),
                      static_cast<std::uint32_t>(from.get("crc32").whole())};
}

Packing packing_of(const Argument& from) {
  return {codec_of(from.get("compression")), archive_entry(from.get("entry"))};
}

RowSetting row_setting(const Argument& from) { return {from.get("name").text(), from.get("value").text()}; }

std::optional<WrittenRows> written_rows(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return WrittenRows{from.get("columns").text()};
}

std::optional<ScriptPart> script_part(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return ScriptPart{from.get("path").text(),       from.get("offset").whole(),
                    from.get("length").whole(),    all(from.get("columns"), script_column),
                    charset(from.get("charset")),  from.get("backslashesEscape").flag(),
                    from.get("ansiQuotes").flag(), written_rows(from.get("asWritten"))};
}

SortColumn sort_column(const Argument& from) {
  return {static_cast<std::size_t>(from.get("field").whole()), choice(from.get("kind"), kSortKinds),
          from.get("descending").flag()};
}

std::optional<std::size_t> most_set_aside(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return static_cast<std::size_t>(from.whole());
}

}  // namespace

SortedPart sorted_part(const Argument& from) {
  SortedPart part;
  part.from = all(from.get("from"), chunk_file);
  if (part.from.empty()) from.get("from").refuse("a list of at least one chunk");
  part.key = all(from.get("key"), sort_column);
  if (part.key.empty()) from.get("key").refuse("a list of at least one column");
  part.at = from.get("at").hex_bytes();
  part.before = from.get("before").maybe(&Argument::hex_bytes);
  part.weight = from.get("weight").whole();
  return part;
}

Codec codec_of(const Argument& from) { return choice(from, kReadCodecs); }

ChunkFile chunk_file(const Argument& from) {
  ChunkFile chunk;
  chunk.file = from.get("file").text();
  chunk.codec = codec_of(from.get("compression"));
  chunk.rows = from.get("rows").maybe(&Argument::whole);
  chunk.bytes = from.get("bytes").maybe(&Argument::whole);
  chunk.xxh64 = from.get("xxh64").maybe(&Argument::hex64);
  chunk.dialect = row_dialect(from.get("dialect"));
  chunk.part = script_part(from.get("part"));
  chunk.delimited = delimited_part(from.get("delimited"));
  chunk.fields = fields_part(from.get("fields"));
  chunk.json = json_part(from.get("json"));
  chunk.xml = xml_part(from.get("xml"));
  chunk.entry = archive_entry(from.get("entry"));
  chunk.settings = all(from.get("settings"), row_setting);
  const Argument sorted = from.get("sorted");
  if (!sorted.is_missing()) chunk.sorted = std::make_shared<const SortedPart>(sorted_part(sorted));
  return chunk;
}

ScanSpec scan_spec(const Argument& from) {
  ScanSpec spec;
  spec.path = from.get("path").text();
  spec.packing = packing_of(from);
  spec.delimiter = choice(from.get("ends"), kDelimiters);
  spec.bytes_per_run = from.get("bytesPerRun").whole();
  if (const Argument known = from.get("known"); !known.is_missing()) spec.known = all(known, known_rows);
  return spec;
}

InputSpec input_spec(const Argument& from) {
  InputSpec spec;
  spec.copy.path = from.get("path").text_or_empty();
  spec.copy.codec = choice(from.get("compression"), kCopyCodecs);
  spec.copy.most_memory_bytes = from.get("mostMemoryBytes").whole();
  spec.bytes_per_run = from.get("bytesPerRun").maybe(&Argument::whole);
  return spec;
}

DelimitedSpec delimited_spec(const Argument& from) {
  return {from.get("path").text(),
          packing_of(from),
          delimited_format(from.get("format")),
          from.get("hasHeader").flag(),
          from.get("bytesPerRange").whole(),
          most_set_aside(from.get("mostSetAside")),
          all(from.get("checks"), checked_column),
          from.get("expectsUtf8").flag(),
          static_cast<std::size_t>(from.get("columns").whole())};
}

FieldsSpec fields_spec(const Argument& from) {
  return {from.get("path").text(),          packing_of(from),
          row_dialect(from.get("dialect")), from.get("columns").whole(),
          from.get("skippedRows").whole(),  from.get("bytesPerRange").whole()};
}

JsonSpec json_spec(const Argument& from) {
  return {from.get("path").text(), packing_of(from), from.get("bytesPerRange").whole(),
          most_set_aside(from.get("mostSetAside")), all(from.get("checks"), checked_key)};
}

XmlSpec xml_spec(const Argument& from) {
  return {from.get("path").text(), packing_of(from), from.get("bytesPerRange").whole(),
          all(from.get("ignoredDatabases"), plain_text)};
}

}  // namespace sluice::addon
