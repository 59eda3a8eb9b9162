#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "source/lane_memory.h"
#include "source/source_table.h"
#include "source/table_counter.h"
#include "support/failure.h"
#include "support/progress.h"
#include "wire/session.h"

namespace sluice {

/// Reads the rows of a lane's queries in its session: counts the session's buffer on the board, and tells the
/// server to stop where the rows can't be taken. Used by the lane's thread.
class RowReader {
 public:
  /// Both must outlive this.
  RowReader(ProgressBoard& board, Session& session) : board_(board), session_(session), counter_(session) {
    account_packet();
  }
  ~RowReader() { board_.add_memory(-static_cast<std::int64_t>(packet_bytes_)); }
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  /// Hands every row of the query to `take`, which may throw. Freeing a half-read result reads what is left
  /// of it, which may be a whole table: where the taking fails on our side, the server is told to stop first.
  template <class Take>
  void read(const std::string& statement, Take take) {
    {
      RowStream rows = session_.stream(statement);
      interrupting([&] {
        while (const auto row = next(rows)) {
          if (session_.packet_bytes() != packet_bytes_) account_packet();
          take(*row);
        }
      });
    }
    account_packet();
  }

  /// Bytes of the session's buffer: the largest row so far.
  std::size_t packet_bytes() const { return packet_bytes_; }
  /// Gives back what a large row took, between two queries.
  void trim();
  /// Throws EngineError ("rows-differ") where the server counts other than `read` rows.
  std::uint64_t count(const SourceTable& table, std::uint64_t read);

 private:
  /// The disk, the compressor and other lanes are no wait for the server.
  std::optional<RowStream::Row> next(RowStream& rows) {
    const Session::Turn waiting(session_);
    return rows.next();
  }
  void account_packet();

  template <class Copy>
  void interrupting(Copy copy) {
    try {
      copy();
    } catch (const EngineError& error) {
      if (error.failure().errnum == 0) session_.interrupt();
      throw;
    } catch (const std::exception&) {
      session_.interrupt();
      throw;
    }
  }

  ProgressBoard& board_;
  Session& session_;
  TableCounter counter_;
  std::size_t packet_bytes_ = 0;
};

}  // namespace sluice
