#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "support/buffer.h"
#include "support/small_table.h"
#include "target/chunk_loader.h"

namespace sluice {
namespace {

/// Statements that are sent together, and the rows of each.
class StatementPacket {
 public:
  /// `board` counts its memory, and must outlive this like `session`.
  StatementPacket(Session& session, ProgressBoard& board, std::size_t most_bytes)
      : session_(session), most_bytes_(most_bytes), text_(board) {}

  /// Sends what there is first, where both would be more than a packet may hold.
  void add(std::string_view statement, std::uint64_t rows) {
    if (!rows_.empty() && text_.size() + statement.size() >= most_bytes_) send();
    if (!rows_.empty()) append(";");
    append(statement);
    rows_.push_back(rows);
  }

  void send() {
    if (rows_.empty()) return;
    const std::vector<Outcome> outcomes = run();
    // A proxy might pass on the first answer alone.
    if (outcomes.size() != rows_.size()) {
      throw EngineError("rows-differ",
                        {"notAllRowsSent", {{"read", rows_.size()}, {"sent", outcomes.size()}}});
    }
    for (std::size_t at = 0; at < outcomes.size(); ++at) {
      std::optional<Failure> failure =
          judge_load(insert_info(outcomes[at], 0), rows_[at], {}, WarningRules({}));
      if (failure) throw EngineError(std::move(*failure));
    }
    text_.clear();
    rows_.clear();
  }

 private:
  std::vector<Outcome> run() {
    try {
      return session_.execute_all(text_.view());
    } catch (const EngineError& error) {
      Failure failure = error.failure();
      // Rows are nobody's business in a log.
      failure.statement = "INSERT INTO …";
      throw EngineError(std::move(failure));
    }
  }

  void append(std::string_view text) {
    std::memcpy(text_.reserve(text.size()), text.data(), text.size());
    text_.commit(text.size());
  }

  Session& session_;
  const std::size_t most_bytes_;
  Buffer text_;
  std::vector<std::uint64_t> rows_;
};

/// A statement has more bytes than the rows in it; one of so many is rarely cut in two.
std::size_t room_for(const ChunkFile& chunk) { return 2 * chunk.bytes.value_or(0) + 4096; }

}  // namespace

bool ChunkLoader::goes_at_once(const TableChunk& of) const {
  const ChunkFile& chunk = *of.chunk;
  // Rows of a script may want other settings of the session, each chunk its own.
  if (chunk.part || chunk.sorted) return false;
  return of.table->insert_small && chunk.bytes && *chunk.bytes <= kMostSmallBytes;
}

std::vector<SentChunk> ChunkLoader::send_at_once(const std::vector<TableChunk>& chunks,
                                                 const std::function<void(const TableChunk&)>& on_chunk,
                                                 const ChunkFeed::OnStep& on_step) {
  const InsertLimits limits = insert_limits(*chunks.front().table);
  StatementPacket packet(session_, board_, limits.wanted_bytes);
  const InsertBuilder::OnStatement add = [&](std::string_view statement, std::uint64_t rows) {
    packet.add(statement, rows);
  };
  std::vector<SentChunk> sent;
  for (const TableChunk& of : chunks) {
    on_chunk(of);
    InsertLimits own = limits;
    own.wanted_bytes = std::min(own.wanted_bytes, room_for(*of.chunk));
    // Beside it there are the statements.
    sent.push_back(send_lines(of, most_bytes_ - most_bytes_ / 2, on_step, [&](const RowSource& rows) {
      make_statements(*of.table->insert_small, *of.chunk, own, rows, add);
    }));
  }
  packet.send();
  return sent;
}

}  // namespace sluice
