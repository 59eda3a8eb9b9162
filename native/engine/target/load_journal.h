#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "read/chunk_check.h"
#include "target/load_spec.h"
#include "wire/session.h"

namespace sluice {

/// A chunk whose rows the server has, and what it held.
struct SentChunk {
  const LoadTable* table = nullptr;
  const ChunkFile* chunk = nullptr;
  ChunkReading reading;
  std::uint64_t stored_bytes = 0;  ///< Size of its file, where it came from one.
};

/// The load's journal: a table in the target (created by app/target/journal/journal.ts) with one entry for
/// each chunk that is in. An entry is written in the transaction that stores the chunk's rows, so it is there
/// exactly when they are, and its key lets no chunk in twice. Used by the session's thread; everything throws
/// EngineError.
class LoadJournal {
 public:
  /// `table` is quoted; `session` must outlive this.
  LoadJournal(Session& session, std::string table) : session_(session), table_(std::move(table)) {}

  /// Writes the entries of at least one chunk, within the transaction that is open.
  void write(const std::vector<SentChunk>& chunks) const;

  /// Records a table whose rows have all moved; writing it again changes nothing.
  void write_moved(const LoadTable& table, std::uint64_t rows, std::uint64_t checksum) const;

  /// Reads what is recorded of a chunk; nothing where it is not in. Waits for a transaction that is about to
  /// say so.
  std::optional<ChunkReading> find(const LoadTable& table, const ChunkFile& chunk) const;

  /// Reads the keys of all chunks that are in, as `key_of` makes them; none where the server has no journal.
  std::unordered_set<std::string> keys() const;

  /// A file belongs to one table, but the same files may be loaded into other tables.
  static std::string key_of(const LoadTable& table, std::string_view file);

 private:
  Session& session_;
  const std::string table_;
};

}  // namespace sluice
