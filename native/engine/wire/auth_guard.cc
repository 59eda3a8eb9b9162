#include "wire/auth_guard.h"

#include <errmsg.h>
#include <mysql/plugin_auth.h>

#include <array>
#include <cstdarg>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

// From mysql/client_plugin.h, which includes a header that Debian does not install.
extern "C" {
struct st_mysql_client_plugin;
st_mysql_client_plugin* STDCALL mysql_client_find_plugin(MYSQL* handle, const char* name, int type);
}

namespace sluice {
namespace {

constexpr int kAuthenticationPlugin = 2;

using Authenticate = int (*)(MYSQL_PLUGIN_VIO* vio, MYSQL* handle);

/// Plugin's descriptor as libmariadb declares it (st_mysql_client_plugin_AUTHENTICATION, interface version
/// 0x0100).
struct Plugin {
  int type;
  unsigned interface_version;
  const char* name;
  const char* author;
  const char* description;
  unsigned version[3];
  const char* license;
  void* mysql_api;
  int (*init)(char*, std::size_t, int, std::va_list);
  int (*deinit)();
  int (*options)(const char*, const void*);
  Authenticate authenticate_user;
};

using WritePacket = decltype(MYSQL_PLUGIN_VIO::write_packet);

/// None of them says the password in the clear to a server that has not proved itself by TLS.
constexpr std::array kChallenges = {"mysql_native_password", "caching_sha2_password", "sha256_password",
                                    "client_ed25519", "auth_gssapi_client"};

/// The only byte of the packet that asks for the server's RSA key (sha256_password, caching_sha2_password).
constexpr unsigned char kAskKeySha256 = 1;
constexpr unsigned char kAskKeyCachingSha2 = 2;

/// libmariadb's own entry points, by their place in `kChallenges`; empty for one that is not installed.
std::array<Authenticate, kChallenges.size()> originals{};
std::string installed;

thread_local const Connection* signing_in = nullptr;
thread_local WritePacket library_write = nullptr;
/// Why a packet was not written: the plugin says that in words of its own.
thread_local const char* refusal = nullptr;

/// libmariadb's own code for a plugin that has failed and has set the error.
constexpr int kFailed = CR_ERROR;

int refuse(MYSQL* mysql, unsigned number, const char* reason) {
  mysql->methods->set_error(mysql, number, "HY000", "%s", reason);
  return kFailed;
}

bool is_password(std::string_view packet, const std::string& password) {
  if (!packet.empty() && packet.back() == '\0') packet.remove_suffix(1);
  return !password.empty() && packet == password;
}

bool asks_for_key(std::string_view packet) {
  if (packet.size() != 1) return false;
  const auto byte = static_cast<unsigned char>(packet.front());
  return byte == kAskKeySha256 || byte == kAskKeyCachingSha2;
}

/// Stands in for libmariadb's own while a plugin talks over a network without TLS. The type of the length
/// differs between libmariadb's versions.
template <typename Length>
int write_in_the_clear(MYSQL_PLUGIN_VIO* vio, const unsigned char* bytes, Length length) {
  const std::string_view packet(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
  if (is_password(packet, signing_in->password)) {
    refusal = "The server asks for the password itself over a line that is not encrypted";
    return 1;
  }
  if (asks_for_key(packet) && !is_on_this_machine(*signing_in)) {
    refusal =
        "The server wants the password encrypted with a key that it sends over a line that is not encrypted: "
        "nobody can tell whose key that is. Use TLS";
    return 1;
  }
  return library_write(vio, bytes, length);
}

int authenticate(Authenticate original, MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  if (signing_in == nullptr) return original(vio, mysql);
  const bool offers_tls = (mysql->server_capabilities & CLIENT_SSL) != 0;
  if (!offers_tls) {
    if (signing_in->tls_mode >= TlsMode::kRequired)
      return refuse(mysql, CR_SSL_CONNECTION_ERROR,
                    "The server does not offer TLS, and the connection requires it");
    // The plugins take the wish for TLS for TLS, and would send the password itself.
    mysql->options.use_ssl = 0;
    mysql->client_flag &= ~static_cast<unsigned long>(CLIENT_SSL);
  }
  const bool is_encrypted = offers_tls && mysql->options.use_ssl != 0;
  if (is_encrypted || !signing_in->socket_path.empty()) return original(vio, mysql);

  refusal = nullptr;
  library_write = vio->write_packet;
  vio->write_packet = write_in_the_clear;
  const int result = original(vio, mysql);
  vio->write_packet = library_write;
  return refusal == nullptr ? result : refuse(mysql, CR_AUTH_PLUGIN_ERR, refusal);
}

template <std::size_t kAt>
int guarded(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  return authenticate(originals[kAt], vio, mysql);
}

template <std::size_t kAt>
void guard(MYSQL* handle) {
  auto* const plugin =
      reinterpret_cast<Plugin*>(mysql_client_find_plugin(handle, kChallenges[kAt], kAuthenticationPlugin));
  if (plugin == nullptr || plugin->type != kAuthenticationPlugin) return;
  originals[kAt] = plugin->authenticate_user;
  plugin->authenticate_user = guarded<kAt>;
  if (!installed.empty()) installed += ',';
  installed += kChallenges[kAt];
}

template <std::size_t... kAt>
void guard_all(MYSQL* handle, std::index_sequence<kAt...> /*places*/) {
  (guard<kAt>(handle), ...);
}

}  // namespace

AuthGuard::AuthGuard(const Connection& connection) { signing_in = &connection; }
AuthGuard::~AuthGuard() { signing_in = nullptr; }

void AuthGuard::install() {
  const std::unique_ptr<MYSQL, decltype(&mysql_close)> handle(mysql_init(nullptr), &mysql_close);
  if (handle) guard_all(handle.get(), std::make_index_sequence<kChallenges.size()>());
}

const std::string& AuthGuard::plugins() { return installed; }

bool is_on_this_machine(const Connection& connection) {
  const std::string_view host = connection.host;
  const bool is_address = host.find_first_not_of("0123456789.") == std::string_view::npos;
  return !connection.socket_path.empty() || host == "localhost" || host == "::1" ||
         (is_address && host.starts_with("127."));
}

}  // namespace sluice
