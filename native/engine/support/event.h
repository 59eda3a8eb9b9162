#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/failure.h"

namespace sluice {

/// Report of engine/innodb, only handed through here.
struct FileReport;

/// Rows up to this size pass through any packet that a server is likely to allow.
inline constexpr std::uint64_t kNotedRowBytes = 1 << 16;

/// A finished chunk file and what is recorded of it (`EngineChunk` in app/engine/events.ts).
struct ChunkFacts {
  std::string file;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;         ///< Uncompressed.
  std::uint64_t stored_bytes = 0;  ///< On disk.
  std::uint64_t xxh64 = 0;         ///< Digest of the uncompressed bytes.
  /// Bytes of the longest value that the file holds as base64; 0 where no row is larger than
  /// `kNotedRowBytes`.
  std::uint64_t longest_binary = 0;
  /// The key values of the first and the last row as the server's text; empty for a keyless stream.
  std::vector<std::string> first;
  std::vector<std::string> last;
};

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

enum class JobState : std::uint8_t { kDone, kFailed, kCancelled };

namespace event {

struct SessionsOpen {};

struct SnapshotsTaken {
  double ms = 0;
};

struct TableDumped {
  int table = -1;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::vector<ChunkFacts> chunks;
  std::optional<std::uint64_t> counted_rows;
};

struct TableLoaded {
  int table = -1;
  std::uint64_t rows = 0;
  std::uint64_t counted_rows = 0;
};

struct TableVerified {
  int table = -1;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  /// Checksum of each chunk's rows, as in `TableChecksummed`; nothing for a chunk that is not in our own
  /// dialect or can't be read.
  std::vector<std::optional<std::uint64_t>> checksums;
  std::vector<Failure> failures;
};

/// Checksum of the rows of a table or partition: the sum of the xxh64 of each row's line, modulo 2^64, in
/// whatever order they came.
struct TableChecksummed {
  int table = -1;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

/// All rows of a table are written in the export's format.
struct TableExported {
  int table = -1;
  std::uint64_t rows = 0;
};

/// The server lets no more sessions in than these lanes have: the job goes on with them.
struct LanesRefused {
  /// Number of lanes for the rest of the job; 0 where more are tried again and again.
  int lanes = 0;
  /// The server's answer.
  Message message;
};

struct FileInspected {
  std::shared_ptr<const FileReport> report;
};

struct Log {
  std::int64_t at_ms = 0;  ///< Since the epoch.
  LogLevel level = LogLevel::kInfo;
  Message message;
  int table = -1;
  int lane = -1;
};

struct Finished {
  JobState state = JobState::kDone;
  std::vector<Failure> failures;
};

}  // namespace event

/// Message of a job to its owner, besides counters; the union mirrors `EngineEvent` in app/engine/events.ts.
using Event = std::variant<event::SessionsOpen, event::SnapshotsTaken, event::TableDumped, event::TableLoaded,
                           event::TableVerified, event::TableChecksummed, event::TableExported,
                           event::LanesRefused, event::FileInspected, event::Log, event::Finished>;

}  // namespace sluice
