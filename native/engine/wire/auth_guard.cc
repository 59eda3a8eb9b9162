#include "wire/auth_guard.h"

#include <errmsg.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "wire/auth_methods.h"

// From mysql/client_plugin.h, which includes a header that Debian does not install.
extern "C" {
struct st_mysql_client_plugin;
st_mysql_client_plugin* STDCALL mysql_client_find_plugin(MYSQL* handle, const char* name, int type);
}

namespace sluice {
namespace {

/// Those of libmariadb answer a challenge; ours that say the password itself ask `may_say_password` first.
constexpr std::array kMethods = {
    "mysql_native_password", "caching_sha2_password", "sha256_password", "client_ed25519",
    "auth_gssapi_client",    "mysql_clear_password",  "dialog",          "parsec"};

/// The only byte of the packet that asks for the server's RSA key (sha256_password, caching_sha2_password).
constexpr unsigned char kAskKeySha256 = 1;
constexpr unsigned char kAskKeyCachingSha2 = 2;

/// Server's packets between two methods (MySQL's protocol, "Connection Phase"): its verdict, an error, a
/// request for another method, and one for the method of the next factor, which is made like that.
constexpr unsigned char kVerdict = 0;
constexpr unsigned char kErrorPacket = 0xff;
constexpr unsigned char kSwitch = 0xfe;
constexpr unsigned char kNextFactor = 2;
/// MULTI_FACTOR_AUTHENTICATION of MySQL 8.0.28; MariaDB leaves the bit alone.
constexpr unsigned long kFactors = 1UL << 28;
/// A server of before 5.5 asks for it by a packet without a name.
constexpr const char* kOldPassword = "mysql_old_password";
/// More requests than any account has methods.
constexpr int kMostMethods = 16;

/// libmariadb's entry points and ours, by their place in `kMethods`; empty for one that is not installed.
std::array<Authenticate, kMethods.size()> originals{};
std::string installed;

thread_local AuthConversation* current = nullptr;

/// libmariadb's own code for a method that has failed and has set the error.
constexpr int kFailed = CR_ERROR;

/// Ends the sign-in. libmariadb would go on where the last packet was a request for a method.
int refuse(MYSQL* mysql, unsigned number, const char* reason) {
  mysql->methods->set_error(mysql, number, "HY000", "%s", reason);
  if (mysql->net.buff != nullptr) mysql->net.read_pos[0] = kErrorPacket;
  return kFailed;
}

bool is_password(std::string_view packet, const char* password) {
  if (!packet.empty() && packet.back() == '\0') packet.remove_suffix(1);
  return password != nullptr && *password != '\0' && packet == password;
}

bool asks_for_key(std::string_view packet) {
  if (packet.size() != 1) return false;
  const auto byte = static_cast<unsigned char>(packet.front());
  return byte == kAskKeySha256 || byte == kAskKeyCachingSha2;
}

bool is_verdict(unsigned char packet) {
  return packet == kVerdict || (packet == kNextFactor && current->has_factors);
}

/// Stands in for libmariadb's own while a method talks: keeps a verdict from a method that waits for
/// something else, as those that libmariadb has take an OK for a request and answer it.
int read_packet(MYSQL_PLUGIN_VIO* vio, unsigned char** packet) {
  const int length = current->library_read(vio, packet);
  const bool is_new = length > 0 && *packet == current->mysql->net.read_pos;
  current->has_verdict = is_new && is_verdict(**packet);
  return current->has_verdict ? -1 : length;
}

/// The same for what a method writes where nothing is encrypted. The type of the length differs between
/// libmariadb's versions.
template <typename Length>
int write_in_the_clear(MYSQL_PLUGIN_VIO* vio, const unsigned char* bytes, Length length) {
  const std::string_view packet(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
  if (is_password(packet, current->mysql->passwd)) {
    current->refusal = current->refusal_of("password-itself");
    return 1;
  }
  if (asks_for_key(packet) && !is_on_this_machine(*current->connection)) {
    current->refusal = current->refusal_of("wire-key");
    return 1;
  }
  return current->library_write(vio, bytes, length);
}

template <typename Length>
void write_nothing(int (*write)(MYSQL_PLUGIN_VIO*, const unsigned char*, Length), MYSQL_PLUGIN_VIO* vio) {
  write(vio, nullptr, Length{0});
}

/// The byte that says what the last packet is; nothing where the connection is gone.
unsigned char* last_packet(MYSQL* mysql) {
  return mysql->net.buff == nullptr ? nullptr : mysql->net.read_pos;
}

/// Shows a request for the next factor to libmariadb as one for another method, with that factor's password.
void begin_factor(MYSQL* mysql) {
  const auto& further = current->connection->further_passwords;
  const std::string password = current->factor <= further.size() ? further[current->factor - 1] : "";
  current->factor += 1;
  std::free(mysql->passwd);
  mysql->passwd = ::strdup(password.c_str());
  mysql->net.read_pos[0] = kSwitch;
}

bool is_installed(std::string_view method) {
  for (std::size_t at = 0; at < kMethods.size(); ++at) {
    if (method == kMethods[at]) return originals[at] != nullptr;
  }
  return false;
}

/// Takes the method that the last packet asks for. Returns false for one that nobody here knows.
bool take_request(const unsigned char* packet) {
  const auto* name = reinterpret_cast<const char*>(packet + 1);
  // libmariadb ends each packet with a zero of its own.
  current->method = *name == '\0' ? kOldPassword : name;
  return is_installed(current->method);
}

/// Reads the server's next word. The handle's error number does not tell whether that failed: libmariadb
/// leaves there that it looked for zstd in vain, and goes on with zlib (connections with compression to
/// MySQL 8.0.18+).
int read_next(MYSQL_PLUGIN_VIO* vio) {
  unsigned char* unused = nullptr;
  return current->library_read(vio, &unused) < 0 ? kFailed : CR_OK_HANDSHAKE_COMPLETE;
}

/// Follows the server's next word, and answers those requests that libmariadb could not. `result` is that of
/// the method.
int follow(int result, MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  if (current->has_verdict) result = CR_OK_HANDSHAKE_COMPLETE;
  if (result == CR_OK) result = read_next(vio);
  for (int methods = 0; methods < kMostMethods; ++methods) {
    unsigned char* const packet = last_packet(mysql);
    if (packet == nullptr) return result;
    if (*packet == kNextFactor && result == CR_OK_HANDSHAKE_COMPLETE && current->has_factors)
      begin_factor(mysql);
    if (*packet != kSwitch || take_request(packet)) return result;
    if (current->declined.empty()) current->declined = current->method;
    write_nothing(vio->write_packet, vio);
    result = read_next(vio);
  }
  current->refusal = current->refusal_of("endless-methods");
  return refuse(mysql, CR_AUTH_PLUGIN_ERR, current->refusal->reason.c_str());
}

int authenticate(Authenticate original, MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  if (current == nullptr) return original(vio, mysql);
  const Connection& connection = *current->connection;
  const bool offers_tls = (mysql->server_capabilities & CLIENT_SSL) != 0;
  if (!offers_tls) {
    if (connection.tls_mode >= TlsMode::kRequired) {
      current->refusal = current->refusal_of("no-tls");
      return refuse(mysql, CR_SSL_CONNECTION_ERROR, current->refusal->reason.c_str());
    }
    // The methods take the wish for TLS for TLS, and would send the password itself.
    mysql->options.use_ssl = 0;
    mysql->client_flag &= ~static_cast<unsigned long>(CLIENT_SSL);
  }
  current->mysql = mysql;
  current->has_factors = (mysql->server_capabilities & kFactors) != 0;
  if (current->has_factors) mysql->client_flag |= kFactors;
  current->is_encrypted = offers_tls && mysql->options.use_ssl != 0;
  current->has_verdict = false;
  current->library_read = vio->read_packet;
  current->library_write = vio->write_packet;
  vio->read_packet = read_packet;
  if (!current->is_encrypted && connection.socket_path.empty()) vio->write_packet = write_in_the_clear;
  const int result = original(vio, mysql);
  vio->read_packet = current->library_read;
  vio->write_packet = current->library_write;
  if (current->refusal) return refuse(mysql, CR_AUTH_PLUGIN_ERR, current->refusal->reason.c_str());
  return follow(result, vio, mysql);
}

template <std::size_t kAt>
int guarded(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  if (current != nullptr) current->method = kMethods[kAt];
  return authenticate(originals[kAt], vio, mysql);
}

template <std::size_t kAt>
void guard(MYSQL* handle) {
  auto* const plugin =
      reinterpret_cast<AuthMethod*>(mysql_client_find_plugin(handle, kMethods[kAt], kAuthenticationPlugin));
  if (plugin == nullptr || plugin->type != kAuthenticationPlugin) return;
  originals[kAt] = plugin->authenticate_user;
  plugin->authenticate_user = guarded<kAt>;
  if (!installed.empty()) installed += ',';
  installed += kMethods[kAt];
}

template <std::size_t... kAt>
void guard_all(MYSQL* handle, std::index_sequence<kAt...> /*places*/) {
  (guard<kAt>(handle), ...);
}

}  // namespace

AuthConversation*& auth_conversation() { return current; }

SignInRefusal AuthConversation::refusal_of(std::string reason) const {
  return {std::move(reason), method, factor, {}, connection->title};
}

AuthGuard::AuthGuard(const Connection& connection) {
  conversation_.connection = &connection;
  current = &conversation_;
}
AuthGuard::~AuthGuard() { current = nullptr; }

void AuthGuard::install() {
  const std::unique_ptr<MYSQL, decltype(&mysql_close)> handle(mysql_init(nullptr), &mysql_close);
  if (!handle) return;
  register_auth_methods(handle.get());
  guard_all(handle.get(), std::make_index_sequence<kMethods.size()>());
}

const std::string& AuthGuard::methods() { return installed; }

std::optional<SignInRefusal> AuthGuard::refusal() const {
  if (conversation_.refusal) return conversation_.refusal;
  if (!conversation_.declined.empty()) {
    SignInRefusal unknown = conversation_.refusal_of("unknown-method");
    unknown.method = conversation_.declined;
    return unknown;
  }
  if (!conversation_.knows_password()) return conversation_.refusal_of("factor-unknown");
  return std::nullopt;
}

bool is_on_this_machine(const Connection& connection) {
  const std::string_view host = connection.host;
  const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return !connection.socket_path.empty() || host == "localhost" || host == "::1" ||
         (is_address && host.starts_with("127."));
}

}  // namespace sluice
