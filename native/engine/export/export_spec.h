#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/compression.h"
#include "parquet/parquet_column.h"
#include "read/chunk_file.h"

namespace sluice {

/// Format of the rows that an export writes.
enum class RowFormat : std::uint8_t { kSql, kCsv, kJsonLines, kParquet };

/// Text for bytes in CSV: hexadecimal digits, those behind `\x` as PostgreSQL's bytea has them, or each byte
/// behind its own `\x`, as DuckDB's BLOB has them.
enum class CsvBytes : std::uint8_t { kHex, kPostgresql, kDuckdb };

/// Column of an exported table (`EngineExportColumn` in app/engine/specs.ts).
struct ExportColumn {
  /// Form of its fields in the chunks.
  enum class Field : std::uint8_t { kText, kBase64, kHex };
  /// Value that is written: a text that is no number is written as a text in any case.
  enum class Value : std::uint8_t {
    kText,
    kNumber,  ///< Exact: JSON has it as a text where a double can't hold all of its digits.
    kFloat,   ///< A number that is a float or a double.
    kBytes,
  };

  Field field = Field::kText;
  Value value = Value::kText;
  /// Text before each value, also before NULL: `"name":`.
  std::string key;
  /// Text before a value that is not NULL: `_gbk `.
  std::string introducer;
};

/// Settings of an export, for all of its lanes (`EngineExportSpec` in app/engine/specs.ts). A plain value.
struct ExportSpec {
  /// The dump directory, an absolute path.
  std::string directory;
  int lanes = 1;
  std::uint64_t memory_limit_bytes = 0;
  RowFormat format = RowFormat::kSql;
  Compression compression;
  /// One character; of CSV alone.
  char separator = ',';
  /// The word for NULL; of CSV alone.
  std::string null_word;
  CsvBytes csv_bytes = CsvBytes::kHex;
  /// File descriptor that takes everything; -1 where the tables name files.
  int descriptor = -1;
};

/// Compression of the files as a whole: within a file of Parquet it is the pages'.
inline Compression file_compression(const ExportSpec& spec) {
  return spec.format == RowFormat::kParquet ? Compression{.codec = Codec::kNone} : spec.compression;
}

/// One table whose rows are exported, and the text around them (`EngineExportTable` in app/engine/specs.ts).
struct ExportTable {
  int id = -1;
  std::string schema;
  std::string table;
  /// Absolute path of a file that does not exist yet; tables with the same one follow each other.
  std::string file;
  /// Text before the rows and behind them.
  std::string before;
  std::string after;
  /// Text before the rows of each statement, where the rows stand in statements.
  std::string head;
  std::vector<ExportColumn> columns;
  /// The same columns; of Parquet alone.
  std::vector<ParquetColumn> parquet;
  std::vector<ChunkFile> chunks;
};

}  // namespace sluice
