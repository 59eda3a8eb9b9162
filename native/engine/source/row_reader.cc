#include "source/row_reader.h"

namespace sluice {

void RowReader::trim() {
  // Answers that nobody took are read before.
  const Session::Turn waiting(session_);
  session_.trim_packet(kKeptPacketBytes);
  account_packet();
}

std::uint64_t RowReader::count(const SourceTable& table, std::uint64_t read) {
  const std::uint64_t counted = counter_.count(table, read);
  if (counted == read) return counted;
  throw EngineError(
      "rows-differ",
      {"countDiffersFromDump", {{"counted", counted}, {"table", table.display_name()}, {"written", read}}});
}

void RowReader::account_packet() {
  const std::size_t bytes = session_.packet_bytes();
  board_.add_memory(static_cast<std::int64_t>(bytes) - static_cast<std::int64_t>(packet_bytes_));
  packet_bytes_ = bytes;
}

}  // namespace sluice
