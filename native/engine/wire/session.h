#pragma once

#include <mysql.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/failure.h"
#include "support/unique_fd.h"
#include "wire/connection.h"
#include "wire/packet_socket.h"
#include "wire/process_list.h"
#include "wire/row_stream.h"
#include "wire/sign_in.h"
#include "wire/socket_progress.h"

namespace sluice {

class KillConnection;
class LocalInfile;

/// Server's report on a LOAD DATA or another writing statement.
struct Outcome {
  std::uint64_t affected_rows = 0;
  unsigned warnings = 0;
  /// "Records: 3  Deleted: 0  Skipped: 0  Warnings: 0", empty where the server sends none.
  std::string info;
};

/// Feeds one LOAD DATA LOCAL: copies up to `capacity` bytes to `buffer`; 0 ends the data. May throw
/// EngineError, which comes out of `Session::load_local`. The protocol has no word for "give up": the server
/// takes the bytes sent so far for the whole, so the caller must load in a transaction and roll it back.
using LocalInfileReader = std::function<std::size_t(char* buffer, std::size_t capacity)>;

/// One connection to a server, signed in, with its variables applied and read back.
///
///     Session session(connection, variables);
///     session.execute("SET SESSION sql_mode = ''");
///     RowStream rows = session.stream("SELECT a FROM t");
///     while (const auto row = rows.next()) show(row->values[0], row->lengths[0]);
///
/// It is used by one thread at a time; only `connection_id`, `identity`, `waits`, `traffic`, `beat`,
/// `interrupt` and `cut` may be called from any other. Everything that talks to the server throws EngineError
/// with the statement, errno and SQLSTATE filled in.
class Session {
 public:
  /// Signs in, as `sign_in` does. A LOCAL INFILE request of the server is refused unless `load_local` is
  /// under way with exactly the name that it issued.
  explicit Session(const Connection& connection, Patience patience = Patience::kEndless,
                   const StopSignal* stop = nullptr);
  /// Signs in, applies `variables` and finds out what the connection is (`identify`).
  Session(const Connection& connection, const SessionVariables& variables);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Sets the variables that do not have their values yet and reads them back.
  void apply(const SessionVariables& variables);

  /// The number in the server's greeting. Behind a proxy it names nothing.
  std::uint64_t connection_id() const;
  /// Asks the server which connection this is: before, it is neither killed nor looked up. Throws EngineError
  /// where the connection is lost, or reached another server than `Connection::server`; a server that does
  /// not tell leaves an identity without a server.
  void identify();
  /// Nothing until `identify` has ended.
  std::optional<ConnectionIdentity> identity() const;
  /// Odd while the session's thread waits for the server, be it to send or to receive; another number at each
  /// wait and after it. While it stays the same odd number, nothing went over the connection that the thread
  /// has noticed.
  std::uint64_t waits() const { return waits_.load(); }

  /// A number that grows while bytes go over the connection, in either direction: a long row on a slow line
  /// is no silence. The bytes, where the system counts them.
  std::uint64_t traffic() const noexcept;

  /// Time between two changes of `waits`: a wait for the server, or a break in one. The reader of a stream
  /// marks its waits by it; statements do so by themselves. For the session's thread, and outlived by
  /// the session.
  class Turn {
   public:
    explicit Turn(Session& session) : waits_(session.waits_) { change(); }
    ~Turn() { change(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    /// Only the session's thread writes, so this need not be one step: it is done for every row.
    void change() { waits_.store(waits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

    std::atomic<std::uint64_t>& waits_;
  };
  std::string_view tls_cipher() const;

  /// Bytes of its buffers: the largest row so far.
  std::size_t packet_bytes() const { return handle_->net.max_packet + (packets_ ? packets_->bytes() : 0); }
  /// Gives the memory of a larger packet back, which libmariadb itself keeps as long as the connection lives.
  /// Between two statements.
  void trim_packet(std::size_t bytes);
  /// Most bytes of a packet that the server takes: a session keeps the limit with which it began. Asks once,
  /// or not at all where `apply` did.
  std::uint64_t packet_limit();
  /// Returns whether the server counts a table on threads that it starts for each count
  /// (innodb_parallel_read_threads, MySQL 8.0.14), by the version in its greeting.
  bool counts_on_threads() const;
  /// Has the server gather larger parts of an answer before it sends them, for the length of the connection:
  /// a tenth of its processor time where rows are read by the million (measured on MySQL 9.7). Its buffer
  /// begins with `net_buffer_length`, which no session may set, but grows for a long packet and stays so
  /// (`net_realloc` in sql-common/net_serv.cc and sql/net_serv.cc; measured on both vendors). Nothing happens
  /// where the server takes no packet of that length.
  void widen_answers();

  /// Runs a statement and drops its result.
  Outcome execute(std::string_view statement);
  /// Runs statements with semicolons between them that are sent in one packet; those behind one that fails
  /// are not run. Returns what the server said of each. Only here does it take several: what `execute` is
  /// given may hold a definition of somebody's dump.
  std::vector<Outcome> execute_all(std::string_view statements);
  /// Runs a query that is read row by row as it arrives.
  RowStream stream(std::string statement);
  /// Sends queries in one packet for which `stream` will be called in this order: their rows come without a
  /// round trip for each. Any other statement drops the answers that are left, and so does time: while there
  /// are such, the server gets no `beat`. Then, and where the server takes no such packet, `stream` sends its
  /// query.
  void send_ahead(const std::vector<std::string>& queries);
  /// Drops the answers of queries that were sent ahead and not asked for: before a long wait.
  void drop_ahead();
  /// The first column of the first row; nothing for no row or NULL.
  std::optional<std::string> scalar(std::string_view query);
  /// A small result, whole; NULL as nothing.
  std::vector<std::vector<std::optional<std::string>>> rows(std::string_view query);
  /// `head` + a quoted one-time name + `tail`, fed by `reader`.
  Outcome load_local(std::string_view head, std::string_view tail, const LocalInfileReader& reader);

  /// Shows the server of an idle session that its client is alive (`wait_timeout`), from any one thread. A
  /// session in use is left alone. Never waits: the answer is read by a later beat or the next statement,
  /// which also meets what went wrong.
  void beat() noexcept;

  /// Ends whatever this session waits for, from any thread: KILL QUERY over a connection of its own, or,
  /// where that fails or leads to another server, by shutting the socket. The session's thread sees an
  /// EngineError with the code "cancelled"; the session is used no more. May block for the time of a sign-in.
  /// A KILL that arrives between two statements has no effect, so whoever interrupts calls again until the
  /// thread has ended: the second call shuts the socket too.
  void interrupt() noexcept;
  /// The same over a connection that ends several sessions.
  void interrupt(KillConnection& way) noexcept;
  /// Takes a connection for lost: its thread sees "connect-lost". Never blocks.
  void cut() noexcept;

 private:
  /// Keeps the heartbeat away, once it has its answer. Inside of a `Turn`.
  std::unique_lock<std::recursive_mutex> lock();
  /// The same for a statement of its own.
  std::unique_lock<std::recursive_mutex> use();
  void end_beat() noexcept;
  /// Sends the statement; returns when the server has answered.
  void run(std::string_view statement);
  /// Returns at once.
  void send(std::string_view statement);
  /// Drops the result of what was run last.
  Outcome take_outcome(std::string_view statement);
  /// Says to the server whether it may be sent several statements in one packet.
  void let_several(bool several);
  void drop_answers();
  void forget_ahead(const Failure& failure);
  /// The rows of the first query of those that were sent ahead; null where the server has no more answers.
  std::unique_ptr<RowSource> take_ahead();
  /// The same where it has rows to give; null where the query is to be sent by itself.
  std::unique_ptr<RowSource> find_ahead();
  void throw_if_interrupted() const;
  /// Some variables may be set only with a privilege: those that have their value already are left alone.
  SessionVariables not_holding(const SessionVariables& variables);
  [[noreturn]] void fail(std::string_view statement);

  const Connection connection_;
  MysqlHandle handle_;
  /// A second descriptor of the session's socket: libmariadb closes its own on its thread whenever it likes.
  UniqueFd socket_;
  const SocketProgress progress_;
  /// Only where nothing lies between the protocol and the socket.
  std::optional<PacketSocket> packets_;
  std::unique_ptr<LocalInfile> infile_;
  mutable std::mutex identity_mutex_;
  std::optional<ConnectionIdentity> identity_;  ///< Guarded by identity_mutex_.
  /// Held from a statement to the end of its rows, and for a beat.
  std::recursive_mutex use_mutex_;
  /// Most bytes of a packet to the server, once it was asked; the session's own thread's.
  std::optional<std::uint64_t> packet_bytes_;
  // Guarded by use_mutex_.
  bool beats_ = false;  ///< A beat waits for its answer.
  bool takes_several_ = false;
  /// Queries that were sent ahead and not asked for yet, and whether nothing of their answers was read.
  std::deque<std::string> ahead_;
  bool ahead_untouched_ = false;
  std::chrono::steady_clock::time_point ahead_since_;
  std::atomic<bool> interrupted_{false};
  std::atomic<std::uint64_t> waits_{0};
};

/// Must be called once by every thread that uses sessions, for the length of its life (mysql_thread_init).
class WireThread {
 public:
  WireThread();
  ~WireThread();
  WireThread(const WireThread&) = delete;
  WireThread& operator=(const WireThread&) = delete;
};

}  // namespace sluice
