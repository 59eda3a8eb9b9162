// The floor of a dump: the same rows over as many connections, fetched and thrown away (`fetch`), written to
// one file for each connection, which is synced (`fetch-write`), or gathered into blocks that go through zstd
// level 1 and are then thrown away (`fetch-zstd`). No escaping, no ranges to steal, no records: what is left
// is libmariadb's own fetch, the server, and the disk or the compressor.
//
//   sluice_floor fetch|fetch-write|fetch-zstd THREADS SCHEMA
//                                (FLOOR_SOCKET, FLOOR_USER, FLOOR_PASSWORD, FLOOR_FOLDER: an empty folder)
//
// Every table of the schema has an integer primary key `id`, as those of the benchmark have. Prints the rows
// read.
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "codec/folder_sync.h"
#include "codec/write_behind.h"
#include "support/buffer.h"
#include "support/identifier.h"
#include "support/progress.h"
#include "wire/library_rows.h"
#include "wire/session.h"
#include "wire/sign_in.h"

namespace {

using sluice::RowSource;
using sluice::Session;

constexpr std::uint64_t kBytesPerQuery = 8U << 20U;
constexpr std::size_t kBlockBytes = 1U << 20U;

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

sluice::Connection connection() {
  sluice::Connection connection;
  connection.socket_path = from_environment("FLOOR_SOCKET");
  connection.user = from_environment("FLOOR_USER");
  connection.password = from_environment("FLOOR_PASSWORD");
  return connection;
}

/// The schema's rows as queries of about the same size, biggest tables first.
std::vector<std::string> pieces_of(Session& session, const std::string& schema) {
  std::vector<std::string> pieces;
  const auto tables =
      session.rows("SELECT TABLE_NAME, AVG_ROW_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" +
                   schema + "' ORDER BY DATA_LENGTH DESC");
  for (const auto& table : tables) {
    const std::string place =
        sluice::quote_identifier(schema) + "." + sluice::quote_identifier(table[0].value_or(""));
    const std::uint64_t row_bytes = std::max<std::uint64_t>(1, std::stoull(table[1].value_or("1")));
    const std::uint64_t step = std::max<std::uint64_t>(1, kBytesPerQuery / row_bytes);
    const std::uint64_t last = std::stoull(session.scalar("SELECT MAX(id) FROM " + place).value_or("0"));
    for (std::uint64_t from = 0; from < last; from += step) {
      pieces.push_back("SELECT * FROM " + place + " WHERE id > " + std::to_string(from) +
                       " AND id <= " + std::to_string(from + step) + " ORDER BY id");
    }
  }
  return pieces;
}

/// Destination of the rows of one connection: none.
class Rows {
 public:
  Rows() = default;
  virtual ~Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  virtual void take(const RowSource::Row&) {}
  virtual void end() {}
};

class WrittenRows final : public Rows {
 public:
  explicit WrittenRows(std::string path) : file_({.codec = sluice::Codec::kNone}, board_), block_(board_) {
    file_.open(std::move(path));
  }

  void take(const RowSource::Row& row) override {
    for (std::size_t field = 0; field < row.values.size(); ++field) {
      const std::size_t length = row.values[field] == nullptr ? 0 : row.lengths[field];
      char* const out = block_.reserve(length + 1);
      if (length > 0) std::memcpy(out, row.values[field], length);
      out[length] = '\t';
      block_.commit(length + 1);
    }
    if (block_.size() >= kBlockBytes) file_.hand_over(block_);
  }

  void end() override {
    file_.write(block_.view());
    file_.close();
  }

 private:
  sluice::ProgressBoard board_;
  sluice::WriteBehind file_;
  sluice::Buffer block_;
};

/// Compresses whole blocks and forgets them.
class CompressedRows final : public Rows {
 public:
  CompressedRows() : context_(ZSTD_createCCtx(), &ZSTD_freeCCtx), out_(ZSTD_compressBound(kBlockBytes)) {
    block_.reserve(kBlockBytes);
  }

  void take(const RowSource::Row& row) override {
    for (std::size_t field = 0; field < row.values.size(); ++field) {
      if (row.values[field] == nullptr) continue;
      append({row.values[field], row.lengths[field]});
      append("\t");
    }
  }

 private:
  void append(std::string_view text) {
    while (!text.empty()) {
      const std::size_t fits = std::min(text.size(), kBlockBytes - block_.size());
      block_.append(text.substr(0, fits));
      text.remove_prefix(fits);
      if (block_.size() == kBlockBytes) flush();
    }
  }

  void flush() {
    ZSTD_compressCCtx(context_.get(), out_.data(), out_.size(), block_.data(), block_.size(), 1);
    block_.clear();
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  std::vector<char> out_;
  std::string block_;
};

void query(MYSQL* handle, const std::string& statement) {
  if (mysql_real_query(handle, statement.data(), statement.size()) != 0)
    throw std::runtime_error(mysql_error(handle));
}

std::uint64_t read_all(MYSQL* handle, const std::vector<std::string>& pieces, std::atomic<std::size_t>& next,
                       Rows& taken) {
  std::uint64_t rows = 0;
  for (std::size_t at = next++; at < pieces.size(); at = next++) {
    query(handle, pieces[at]);
    sluice::LibraryRows stream(handle);
    while (const auto row = stream.next()) {
      taken.take(*row);
      ++rows;
    }
    if (mysql_errno(handle) != 0) throw std::runtime_error(mysql_error(handle));
  }
  taken.end();
  return rows;
}

std::unique_ptr<Rows> rows_of(std::string_view mode, int lane) {
  if (mode == "fetch-zstd") return std::make_unique<CompressedRows>();
  if (mode == "fetch-write")
    return std::make_unique<WrittenRows>(from_environment("FLOOR_FOLDER") + "/" + std::to_string(lane));
  return std::make_unique<Rows>();
}

std::uint64_t run(std::string_view mode, int threads, const std::string& schema) {
  const sluice::WireThread wire;
  std::vector<std::string> pieces;
  {
    Session session(connection(), {});
    pieces = pieces_of(session, schema);
  }
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> rows{0};
  std::atomic<bool> failed{false};
  std::vector<std::jthread> lanes;
  for (int lane = 0; lane < threads; ++lane) {
    lanes.emplace_back([&, lane] {
      try {
        const sluice::WireThread lane_wire;
        const sluice::MysqlHandle handle = sluice::sign_in(connection(), sluice::Patience::kEndless);
        query(handle.get(), "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        rows += read_all(handle.get(), pieces, next, *rows_of(mode, lane));
      } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        failed = true;
      }
    });
  }
  lanes.clear();
  if (failed) throw std::runtime_error("a lane failed");
  if (mode == "fetch-write") sluice::sync_folder(from_environment("FLOOR_FOLDER"));
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "sluice_floor fetch|fetch-write|fetch-zstd THREADS SCHEMA\n";
    return 2;
  }
  try {
    std::cout << run(argv[1], std::atoi(argv[2]), argv[3]) << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
