#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/archive_entry.h"
#include "codec/compression.h"
#include "codec/packing.h"
#include "delimited/delimited_part.h"
#include "fields/fields_part.h"
#include "json/json_part.h"
#include "row/dialect.h"
#include "row/sort_key.h"
#include "script/script_part.h"
#include "xml/xml_part.h"

namespace sluice {

struct SortedPart;

/// Variable of the session under which rows are stored, by an SQL expression.
struct RowSetting {
  std::string name;
  std::string value;
};

/// One chunk file, as the loader and the verifier must find it (`EngineChunkFile` in
/// app/engine/chunk-files.ts).
struct ChunkFile {
  /// Relative to the dump directory; it identifies the chunk within its table.
  std::string file;
  Codec codec = Codec::kNone;
  /// Recorded facts; nothing where the dump does not carry them.
  std::optional<std::uint64_t> rows;
  std::optional<std::uint64_t> bytes;  ///< Uncompressed.
  std::optional<std::uint64_t> xxh64;  ///< Digest of the uncompressed bytes.
  RowDialect dialect = {};
  /// Set where the rows are those of a script's INSERTs: then `file` is a name for them that no other chunk
  /// of the table has, their dialect is our own, and what is recorded is that of the lines that they become.
  std::optional<ScriptPart> part = {};
  // The same for the rows of a file of values; at most one of the five is set.
  std::optional<DelimitedPart> delimited = {};
  std::optional<FieldsPart> fields = {};
  std::optional<JsonPart> json = {};
  std::optional<XmlPart> xml = {};
  /// Set apart from the session's own while these rows are stored.
  std::vector<RowSetting> settings = {};
  /// Set where the file is an archive: that of its files which holds the rows.
  std::optional<ArchiveEntry> entry = {};
  /// Set where the rows are those of other chunks, sorted: then `file` names them together.
  std::shared_ptr<const SortedPart> sorted = {};

  Packing packing() const { return {codec, entry}; }
};

/// Rows of chunks whose keys are in a range, to be sorted by their keys. Immutable.
struct SortedPart {
  /// All in our own dialect and with the same columns; at least one.
  std::vector<ChunkFile> from;
  std::vector<SortColumn> key;
  /// Range of `SortKeyEncoder`'s bytes, from `at` on; nothing where it has no end there.
  std::string at;
  std::optional<std::string> before;
  /// Bytes of the rows, about.
  std::uint64_t weight = 0;
};

}  // namespace sluice
