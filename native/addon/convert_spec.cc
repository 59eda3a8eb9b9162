#include "convert_spec.h"

#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "convert_rows.h"
#include "range/predicate.h"
#include "shapes.h"

namespace sluice::addon {
namespace {

constexpr std::array<std::pair<std::string_view, TlsMode>, 5> kTlsModes{{
    {"disabled", TlsMode::kDisabled},
    {"preferred", TlsMode::kPreferred},
    {"required", TlsMode::kRequired},
    {"verify-ca", TlsMode::kVerifyCa},
    {"verify-identity", TlsMode::kVerifyIdentity},
}};
constexpr std::array<std::pair<std::string_view, bool>, 2> kWireCompressions{
    {{"none", false}, {"zlib", true}}};
constexpr std::array<std::pair<std::string_view, Codec>, 2> kWrittenCodecs{{
    {"none", Codec::kNone},
    {"zstd", Codec::kZstd},
}};
constexpr std::array<std::pair<std::string_view, CsvBytes>, 3> kCsvBytes{
    {{"hex", CsvBytes::kHex}, {"postgresql", CsvBytes::kPostgresql}, {"duckdb", CsvBytes::kDuckdb}}};
constexpr std::array<std::pair<std::string_view, RowFormat>, 4> kRowFormats{{
    {"sql", RowFormat::kSql},
    {"csv", RowFormat::kCsv},
    {"jsonl", RowFormat::kJsonLines},
    {"parquet", RowFormat::kParquet},
}};
constexpr std::array<std::pair<std::string_view, ParquetForm>, 13> kParquetForms{{
    {"integer", ParquetForm::kInteger},
    {"bits", ParquetForm::kBits},
    {"float", ParquetForm::kFloat},
    {"double", ParquetForm::kDouble},
    {"decimal", ParquetForm::kDecimal},
    {"date", ParquetForm::kDate},
    {"date-time", ParquetForm::kDateTime},
    {"timestamp", ParquetForm::kTimestamp},
    {"time", ParquetForm::kTime},
    {"text", ParquetForm::kText},
    {"json", ParquetForm::kJson},
    {"bytes", ParquetForm::kBytes},
    {"geometry", ParquetForm::kGeometry},
}};
constexpr std::array<std::pair<std::string_view, ExportColumn::Field>, 3> kExportFields{{
    {"text", ExportColumn::Field::kText},
    {"base64", ExportColumn::Field::kBase64},
    {"hex", ExportColumn::Field::kHex},
}};
constexpr std::array<std::pair<std::string_view, ExportColumn::Value>, 4> kExportValues{{
    {"text", ExportColumn::Value::kText},
    {"number", ExportColumn::Value::kNumber},
    {"float", ExportColumn::Value::kFloat},
    {"bytes", ExportColumn::Value::kBytes},
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
  return {from.get("name").text(), from.get("value").text(), from.get("differs").flag()};
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
  table.insert_small = insert_plan(from.get("insertSmall"));
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

ExportColumn export_column(const Argument& from) {
  return {choice(from.get("field"), kExportFields), choice(from.get("value"), kExportValues),
          from.get("key").text(), from.get("introducer").text()};
}

ParquetColumn parquet_column(const Argument& from) {
  ParquetColumn column;
  column.name = from.get("name").text();
  column.type = from.get("type").text();
  column.form = choice(from.get("form"), kParquetForms);
  column.bits = from.get("bits").small();
  column.is_unsigned = from.get("isUnsigned").flag();
  column.precision = from.get("precision").small();
  column.scale = from.get("scale").small();
  column.required = from.get("required").flag();
  const bool is_integer = column.form == ParquetForm::kInteger || column.form == ParquetForm::kBits;
  if (is_integer && column.bits != 8 && column.bits != 16 && column.bits != 32 && column.bits != 64)
    from.get("bits").refuse("8, 16, 32 or 64");
  const bool has_digits = column.precision > 0 && column.precision <= kMostPrecision && column.scale >= 0 &&
                          column.scale <= column.precision;
  if (column.form == ParquetForm::kDecimal && !has_digits) from.get("precision").refuse("1 to 38 digits");
  return column;
}

/// All but its chunks.
ExportTable text_table(const Argument& from) {
  ExportTable table;
  table.id = from.get("id").small();
  table.schema = from.get("schema").text();
  table.table = from.get("table").text();
  table.file = from.get("file").text();
  table.before = from.get("before").text();
  table.after = from.get("after").text();
  table.head = from.get("head").text();
  table.columns = all(from.get("columns"), export_column);
  if (!from.get("parquet").is_null()) table.parquet = all(from.get("parquet"), parquet_column);
  if (!table.parquet.empty() && table.parquet.size() != table.columns.size())
    from.get("parquet").refuse("the columns of the table");
  return table;
}

DirectTable direct_table(const Argument& from) {
  DirectTable table{text_table(from), all(from.get("dataSets"), dump_table)};
  for (const DumpTable& data_set : table.data_sets) {
    if (data_set.columns.size() != table.output.columns.size())
      from.get("columns").refuse("the columns of the data sets");
  }
  return table;
}

ExportTable export_table(const Argument& from) {
  ExportTable table = text_table(from);
  table.chunks = all(from.get("chunks"), chunk_file);
  if (!table.chunks.empty() && table.columns.empty())
    from.get("columns").refuse("a list of at least one column");
  return table;
}

RechunkTable rechunk_table(const Argument& from) {
  return {from.get("id").small(), from.get("schema").text(), from.get("table").text(),
          from.get("basename").text(), all(from.get("chunks"), chunk_file)};
}

VerifyTable verify_table(const Argument& from) {
  return {from.get("id").small(), from.get("schema").text(), from.get("table").text(),
          all(from.get("chunks"), chunk_file)};
}

}  // namespace

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

namespace {

/// All but its directory.
ExportSpec output_spec(const Argument& from) {
  ExportSpec spec;
  spec.lanes = from.get("lanes").small();
  spec.memory_limit_bytes = from.get("memoryLimitBytes").whole();
  spec.format = choice(from.get("format"), kRowFormats);
  const Argument packing = from.get("compression");
  spec.compression.codec = codec_of(packing.get("kind"));
  if (spec.compression.codec != Codec::kNone) spec.compression.level = packing.get("level").small();
  const std::string separator = from.get("separator").text();
  if (separator.size() != 1) from.get("separator").refuse("one character");
  spec.separator = separator.front();
  spec.null_word = from.get("nullWord").text();
  spec.csv_bytes = choice(from.get("bytes"), kCsvBytes);
  if (!from.get("descriptor").is_null()) spec.descriptor = from.get("descriptor").small();
  return spec;
}

}  // namespace

RechunkSpec rechunk_spec(const Argument& from) {
  return {from.get("directory").text(),      from.get("output").text(),
          from.get("lanes").small(),         from.get("memoryLimitBytes").whole(),
          from.get("bytesPerChunk").whole(), compression(from.get("compression"))};
}

ExportSpec export_spec(const Argument& from) {
  ExportSpec spec = output_spec(from);
  spec.directory = from.get("directory").text();
  return spec;
}

DirectExportSpec direct_export_spec(const Argument& from) {
  DirectExportSpec spec;
  spec.connection = connection(from.get("connection"));
  spec.session = all(from.get("session"), session_variable);
  spec.most_lanes = from.get("mostLanes").small();
  spec.silence_ms = static_cast<unsigned>(from.get("silenceMs").small());
  spec.output = output_spec(from);
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
std::vector<DirectTable> direct_tables(const Argument& tables) { return all(tables, direct_table); }
std::vector<ExportTable> export_tables(const Argument& tables) { return all(tables, export_table); }
std::vector<RechunkTable> rechunk_tables(const Argument& tables) { return all(tables, rechunk_table); }
std::vector<MigrateTable> migrate_tables(const Argument& tables) { return all(tables, migrate_table); }

std::string key_condition(const Argument& key, const Argument& range) {
  const KeyParts parts = all(key, key_part);
  if (parts.empty()) key.refuse("a list of at least one part");
  return predicate(parts, key_range(range, parts));
}

}  // namespace sluice::addon
