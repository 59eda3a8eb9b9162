#pragma once

#include <mysql.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/packet_socket.h"
#include "wire/row_source.h"

namespace sluice {

/// The rows of a statement that was sent and whose answer libmariadb has not touched: a text result set read
/// from the packets themselves (MySQL's "Text Resultset", MariaDB's "Result set packets").
class PacketRows final : public RowSource {
 public:
  /// Place of the answer among those of one packet of statements.
  enum class Place : std::uint8_t { kFirst, kBehindAnother };

  /// After `mysql_send_query`, or where `mysql_more_results` says that another answer follows; reads up to
  /// the first row.
  PacketRows(MYSQL* handle, PacketSocket& packets, Place place);
  /// Reads what is left: a connection that can't be read to its answer's end is of no use any more.
  ~PacketRows() override;
  PacketRows(const PacketRows&) = delete;
  PacketRows& operator=(const PacketRows&) = delete;

  unsigned fields() const override { return static_cast<unsigned>(values_.size()); }
  std::optional<Row> next() override;

 private:
  void read_head(Place place);
  void skip_definitions(std::size_t count);
  /// Keeps what the last packet says of the session, as libmariadb does.
  void end_at(std::string_view packet);
  void fail_at(std::optional<std::string_view> packet);
  bool split(std::string_view packet);
  void fail(std::string_view error_packet);
  void fail(unsigned error);

  MYSQL* handle_;
  PacketSocket& packets_;
  std::vector<const char*> values_;
  std::vector<unsigned long> lengths_;
  bool ended_ = false;
};

}  // namespace sluice
