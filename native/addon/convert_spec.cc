#include "convert_spec.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "range/predicate.h"

namespace sluice::addon {
namespace {

/// The value of an enumeration that a name stands for.
template <class Value, std::size_t count>
Value choice(const Argument& argument, const std::array<std::pair<std::string_view, Value>, count>& names) {
  const std::string text = argument.text();
  std::string expected;
  for (const auto& [name, value] : names) {
    if (name == text) return value;
    expected += (expected.empty() ? "one of " : ", ") + std::string(name);
  }
  argument.refuse(expected);
}

constexpr std::array<std::pair<std::string_view, TlsMode>, 5> kTlsModes{{
    {"disabled", TlsMode::kDisabled},
    {"preferred", TlsMode::kPreferred},
    {"required", TlsMode::kRequired},
    {"verify-ca", TlsMode::kVerifyCa},
    {"verify-identity", TlsMode::kVerifyIdentity},
}};
constexpr std::array<std::pair<std::string_view, bool>, 2> kWireCompressions{
    {{"none", false}, {"zlib", true}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kDelimiters{{
    {"client", ";"},
    {"line", ";\n"},
}};

constexpr std::array<std::pair<std::string_view, Codec>, 3> kReadCodecs{{
    {"none", Codec::kNone},
    {"zstd", Codec::kZstd},
    {"gzip", Codec::kGzip},
}};
constexpr std::array<std::pair<std::string_view, Codec>, 2> kWrittenCodecs{{
    {"none", Codec::kNone},
    {"zstd", Codec::kZstd},
}};
constexpr std::array<std::pair<std::string_view, Encoding>, 2> kEncodings{{
    {"text", Encoding::kText},
    {"base64", Encoding::kBase64},
}};
constexpr std::array<std::pair<std::string_view, KeyKind>, 12> kKeyKinds{{
    {"integer", KeyKind::kInteger},
    {"decimal", KeyKind::kDecimal},
    {"double", KeyKind::kDouble},
    {"text", KeyKind::kText},
    {"narrow-text", KeyKind::kNarrowText},
    {"encoded-text", KeyKind::kEncodedText},
    {"binary", KeyKind::kBinary},
    {"date-time", KeyKind::kDateTime},
    {"timestamp", KeyKind::kTimestamp},
    {"time", KeyKind::kTime},
    {"year", KeyKind::kYear},
    {"numbered", KeyKind::kNumbered},
}};
constexpr std::array<std::pair<std::string_view, ScriptColumn>, 4> kScriptColumns{{
    {"text", ScriptColumn::kText},
    {"number", ScriptColumn::kNumber},
    {"binary", ScriptColumn::kBinary},
    {"bit", ScriptColumn::kBit},
}};
constexpr std::array<std::pair<std::string_view, CountCheck>, 2> kCountChecks{{
    {"always", CountCheck::kAlways},
    {"when-split", CountCheck::kWhenSplit},
}};
constexpr std::array<std::pair<std::string_view, RowNumbers>, 3> kRowNumbers{{
    {"none", RowNumbers::kNone},
    {"brought", RowNumbers::kBrought},
    {"generated", RowNumbers::kGenerated},
}};
constexpr std::array<std::pair<std::string_view, RowVersions>, 2> kRowVersions{{
    {"current", RowVersions::kCurrent},
    {"all", RowVersions::kAll},
}};

template <class Item>
std::vector<Item> all(const Argument& list, Item (*convert)(const Argument&)) {
  std::vector<Item> items;
  for (const Argument& item : list.list()) items.push_back(convert(item));
  return items;
}

std::string text(const Argument& from) { return from.text(); }

Connection connection(const Argument& from) {
  const Argument tls = from.get("tls");
  Connection connection;
  connection.host = from.get("host").text_or_empty();
  connection.port = static_cast<unsigned>(from.get("port").whole_or_zero());
  connection.socket_path = from.get("socketPath").text_or_empty();
  connection.user = from.get("user").text();
  connection.password = from.get("password").text();
  connection.tls_mode = choice(tls.get("mode"), kTlsModes);
  connection.tls_ca = tls.get("ca").text_or_empty();
  connection.tls_cert = tls.get("cert").text_or_empty();
  connection.tls_key = tls.get("key").text_or_empty();
  connection.compress = choice(from.get("compression"), kWireCompressions);
  connection.connect_timeout_ms = static_cast<unsigned>(from.get("connectTimeoutMs").small());
  connection.server = from.get("server").text_or_empty();
  connection.further_passwords = all(from.get("furtherPasswords"), text);
  connection.fresh_password = std::make_shared<FreshPassword>(connection.password);
  connection.title = from.get("title").text();
  return connection;
}

SessionVariable session_variable(const Argument& from) {
  return {from.get("name").text(), from.get("value").text()};
}

Compression compression(const Argument& from) {
  Compression compression;
  compression.codec = choice(from.get("kind"), kWrittenCodecs);
  if (compression.codec == Codec::kZstd) compression.level = from.get("level").small();
  return compression;
}

DumpColumn dump_column(const Argument& from) {
  return {from.get("name").text(), from.get("select").text(), choice(from.get("encoding"), kEncodings)};
}

/// It becomes a part of a statement as it is.
std::string charset(const Argument& from) {
  std::string name = from.text();
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (name.empty() || !std::all_of(name.begin(), name.end(), plain)) from.refuse("a character set's name");
  return name;
}

KeyPart key_part(const Argument& from) {
  KeyPart part{from.get("column").text(), choice(from.get("kind"), kKeyKinds), from.get("descending").flag(),
               from.get("nullable").flag()};
  if (part.kind == KeyKind::kNumbered) part.most = static_cast<unsigned>(from.get("most").small());
  if (part.kind == KeyKind::kEncodedText) part.charset = charset(from.get("charset"));
  return part;
}

Key key(const Argument& from, const KeyParts& parts) {
  const std::vector<Argument> values = from.list();
  if (parts.empty() || values.size() != parts.size()) from.refuse("a value for each part of the key");
  Key key;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const Argument& value = values[part];
    key.push_back(is_bytes(parts[part].kind) ? value.hex_bytes() : value.text());
  }
  return key;
}

/// Null: the whole key space.
KeyRange key_range(const Argument& from, const KeyParts& parts) {
  KeyRange range;
  if (from.is_null()) return range;
  const Argument at = from.get("at");
  const Argument before = from.get("before");
  if (!at.is_null()) range.start = RangeStart{key(at, parts), Edge::kAt};
  if (!before.is_null()) range.before = key(before, parts);
  return range;
}

DumpTable dump_table(const Argument& from) {
  DumpTable table;
  table.id = from.get("id").small();
  table.schema = from.get("schema").text();
  table.table = from.get("table").text();
  table.partition = from.get("partition").maybe(&Argument::text);
  table.versions = choice(from.get("versions"), kRowVersions);
  table.basename = from.get("basename").text();
  table.columns = all(from.get("columns"), dump_column);
  if (table.columns.empty()) from.get("columns").refuse("a list of at least one column");
  table.key = all(from.get("key"), key_part);
  table.key_index = from.get("keyIndex").text_or_empty();
  table.where = from.get("where").text_or_empty();
  table.within = key_range(from.get("within"), table.key);
  table.count_check = choice(from.get("countCheck"), kCountChecks);
  table.estimated_rows = from.get("estimatedRows").whole();
  table.estimated_bytes = from.get("estimatedBytes").whole();
  return table;
}

RowDialect row_dialect(const Argument& from) {
  return {from.get("fieldTerminator").text(), from.get("enclosure").text(), from.get("escape").text(),
          from.get("lineTerminator").text()};
}

ScriptColumn script_column(const Argument& from) { return choice(from, kScriptColumns); }

std::optional<ScriptPart> script_part(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return ScriptPart{from.get("path").text(),      from.get("offset").whole(),
                    from.get("length").whole(),   all(from.get("columns"), script_column),
                    charset(from.get("charset")), from.get("backslashesEscape").flag(),
                    from.get("ansiQuotes").flag()};
}

HarmlessWarning harmless_warning(const Argument& from) {
  return {static_cast<unsigned>(from.get("errno").small()), from.get("message").text()};
}

IndexBatch index_batch(const Argument& from) {
  IndexBatch batch;
  batch.statement = from.get("statement").text();
  for (const Argument& statement : from.get("singly").list()) batch.singly.push_back(statement.text());
  return batch;
}

InsertPlan::Column insert_column(const Argument& from) {
  return {from.get("before").text(), from.get("after").text(), from.get("isBase64").flag()};
}

std::optional<InsertPlan> insert_plan(const Argument& from) {
  if (from.is_null()) return std::nullopt;
  return InsertPlan{from.get("head").text(), all(from.get("columns"), insert_column)};
}

LoadTable load_table(const Argument& from) {
  LoadTable table;
  table.id = from.get("id").small();
  table.schema = from.get("schema").text();
  table.table = from.get("table").text();
  table.versions = choice(from.get("versions"), kRowVersions);
  table.load_tail = from.get("loadTail").text();
  table.insert = insert_plan(from.get("insert"));
  table.insert_instead = insert_plan(from.get("insertInstead"));
  table.numbers = choice(from.get("numbers"), kRowNumbers);
  table.chunks = all(from.get("chunks"), chunk_file);
  table.rows_before = from.get("rowsBefore").whole();
  table.bytes_before = from.get("bytesBefore").whole();
  table.transactional = from.get("transactional").flag();
  table.may_share = from.get("mayShare").flag();
  for (const Argument& chunks : from.get("partitions").list()) table.partitions.push_back(chunks.whole());
  const std::size_t shared =
      std::accumulate(table.partitions.begin(), table.partitions.end(), std::size_t{0});
  if (!table.partitions.empty() && shared != table.chunks.size()) {
    from.get("partitions").refuse("counts that add up to the chunks");
  }
  table.index_batches = all(from.get("indexBatches"), index_batch);
  table.expected_rows = from.get("expectedRows").maybe(&Argument::whole);
  table.harmless_warnings = all(from.get("harmlessWarnings"), harmless_warning);
  return table;
}

NewFile new_file(const Argument& from) { return {from.get("name").text(), from.get("text").text()}; }

MigrateTable migrate_table(const Argument& from) {
  MigrateTable table;
  if (!from.get("target").is_null()) table.target = load_table(from.get("target"));
  table.parts = all(from.get("parts"), dump_table);
  if (table.parts.empty()) from.get("parts").refuse("a list of at least one part");
  return table;
}

VerifyTable verify_table(const Argument& from) {
  return {from.get("id").small(), from.get("schema").text(), from.get("table").text(),
          all(from.get("chunks"), chunk_file)};
}

}  // namespace

ChunkFile chunk_file(const Argument& from) {
  ChunkFile chunk;
  chunk.file = from.get("file").text();
  chunk.codec = choice(from.get("compression"), kReadCodecs);
  chunk.rows = from.get("rows").maybe(&Argument::whole);
  chunk.bytes = from.get("bytes").maybe(&Argument::whole);
  chunk.xxh64 = from.get("xxh64").maybe(&Argument::hex64);
  chunk.dialect = row_dialect(from.get("dialect"));
  chunk.part = script_part(from.get("part"));
  return chunk;
}

DumpSpec dump_spec(const Argument& from) {
  DumpSpec spec;
  spec.connection = connection(from.get("connection"));
  spec.session = all(from.get("session"), session_variable);
  spec.directory = from.get("directory").text();
  spec.lanes = from.get("lanes").small();
  spec.most_lanes = from.get("mostLanes").small();
  spec.memory_limit_bytes = from.get("memoryLimitBytes").whole();
  spec.bytes_per_chunk = from.get("bytesPerChunk").whole();
  spec.compression = compression(from.get("compression"));
  spec.silence_ms = static_cast<unsigned>(from.get("silenceMs").small());
  return spec;
}

LoadSpec load_spec(const Argument& from) {
  LoadSpec spec;
  spec.connection = connection(from.get("connection"));
  spec.session = all(from.get("session"), session_variable);
  spec.directory = from.get("directory").text();
  spec.lanes = from.get("lanes").small();
  spec.memory_limit_bytes = from.get("memoryLimitBytes").whole();
  spec.tune_index_builds = from.get("tuneIndexBuilds").flag();
  spec.journal = from.get("journal").text();
  spec.load_name = from.get("loadName").text();
  spec.reconnect_ms = static_cast<unsigned>(from.get("reconnectMs").small());
  spec.silence_ms = static_cast<unsigned>(from.get("silenceMs").small());
  return spec;
}

VerifySpec verify_spec(const Argument& from) {
  return {from.get("directory").text(), from.get("lanes").small(), from.get("memoryLimitBytes").whole()};
}

ScanSpec scan_spec(const Argument& from) {
  ScanSpec spec;
  spec.path = from.get("path").text();
  spec.codec = choice(from.get("compression"), kReadCodecs);
  spec.delimiter = choice(from.get("ends"), kDelimiters);
  spec.bytes_per_run = from.get("bytesPerRun").whole();
  return spec;
}

std::vector<NewFile> new_files(const Argument& files) { return all(files, new_file); }

MigrateSpec migrate_spec(const Argument& from) {
  MigrateSpec spec;
  spec.source = connection(from.get("source"));
  spec.source_session = all(from.get("sourceSession"), session_variable);
  spec.target = load_spec(from.get("target"));
  return spec;
}

ChecksumSpec checksum_spec(const Argument& from) {
  return {connection(from.get("connection")), all(from.get("session"), session_variable),
          from.get("lanes").small(), from.get("memoryLimitBytes").whole(),
          static_cast<unsigned>(from.get("silenceMs").small())};
}

std::vector<DumpTable> dump_tables(const Argument& tables) { return all(tables, dump_table); }
std::vector<LoadTable> load_tables(const Argument& tables) { return all(tables, load_table); }
std::vector<VerifyTable> verify_tables(const Argument& tables) { return all(tables, verify_table); }
std::vector<MigrateTable> migrate_tables(const Argument& tables) { return all(tables, migrate_table); }

std::string key_condition(const Argument& key, const Argument& range) {
  const KeyParts parts = all(key, key_part);
  if (parts.empty()) key.refuse("a list of at least one part");
  return predicate(parts, key_range(range, parts));
}

}  // namespace sluice::addon
