#include "wire/auth_methods.h"

#include <errmsg.h>

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "wire/auth_conversation.h"
#include "wire/parsec.h"

// From mysql/client_plugin.h, which includes a header that Debian does not install.
extern "C" {
struct st_mysql_client_plugin;
st_mysql_client_plugin* STDCALL mysql_client_register_plugin(MYSQL* handle, st_mysql_client_plugin* plugin);
}

namespace sluice {
namespace {

constexpr unsigned kInterfaceVersion = 0x0100;

/// A question whose type is odd is the last one (MariaDB, plugin/auth_pam and auth_dialog's header).
constexpr unsigned char kLastQuestion = 1;

/// The type of the length differs between libmariadb's versions.
template <typename Length>
int send(int (*write)(MYSQL_PLUGIN_VIO*, const unsigned char*, Length), MYSQL_PLUGIN_VIO* vio,
         std::string_view bytes) {
  return write(vio, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<Length>(bytes.size()));
}

/// Sends the password of the present factor as it is, or notes why not.
bool say_password(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  AuthConversation& conversation = *auth_conversation();
  if (!conversation.may_say_password()) {
    conversation.refusal = conversation.refusal_of("password-itself");
  } else if (!conversation.knows_password()) {
    conversation.refusal = conversation.refusal_of("factor-unknown");
  } else {
    return send(vio->write_packet, vio, {mysql->passwd, std::strlen(mysql->passwd) + 1}) == 0;
  }
  return false;
}

int clear_password(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  // The request says no more than the method's name, but libmariadb would take it for the next packet.
  unsigned char* request = nullptr;
  if (vio->read_packet(vio, &request) < 0 || auth_conversation() == nullptr) return CR_ERROR;
  return say_password(vio, mysql) ? CR_OK : CR_ERROR;
}

int dialog(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  unsigned char* question = nullptr;
  int length = vio->read_packet(vio, &question);
  if (length < 0 || auth_conversation() == nullptr) return CR_ERROR;
  const bool is_last = length > 0 && (question[0] & kLastQuestion) != 0;
  if (!say_password(vio, mysql)) return CR_ERROR;
  if (is_last) return CR_OK;
  length = vio->read_packet(vio, &question);
  if (length < 0) return CR_ERROR;
  AuthConversation& conversation = *auth_conversation();
  conversation.refusal = conversation.refusal_of("another-question");
  const auto* text = reinterpret_cast<const char*>(question);
  if (length > 1) conversation.refusal->question.assign(text + 1, static_cast<std::size_t>(length - 1));
  return CR_ERROR;
}

int parsec(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql) {
  unsigned char* packet = nullptr;
  int length = vio->read_packet(vio, &packet);
  if (length < 0) return CR_ERROR;
  const std::string nonce(reinterpret_cast<const char*>(packet), static_cast<std::size_t>(length));
  // Asks for the salt.
  if (send(vio->write_packet, vio, {}) != 0) return CR_ERROR;
  length = vio->read_packet(vio, &packet);
  if (length < 0) return CR_ERROR;
  const std::string_view salt(reinterpret_cast<const char*>(packet), static_cast<std::size_t>(length));
  const std::string answer = parsec_answer(mysql->passwd, nonce, salt);
  if (answer.empty()) {
    if (AuthConversation* const conversation = auth_conversation())
      conversation->refusal = conversation->refusal_of("unknown-method");
    return CR_AUTH_PLUGIN_ERR;
  }
  return send(vio->write_packet, vio, answer) == 0 ? CR_OK : CR_ERROR;
}

AuthMethod method(const char* name, Authenticate authenticate) {
  return {kAuthenticationPlugin,
          kInterfaceVersion,
          name,
          "Sluice",
          name,
          {1, 0, 0},
          "Apache-2.0",
          nullptr,
          nullptr,
          nullptr,
          nullptr,
          authenticate,
          nullptr};
}

}  // namespace

void register_auth_methods(MYSQL* handle) {
  // libmariadb keeps their addresses.
  static std::array methods = {method("mysql_clear_password", clear_password), method("dialog", dialog),
                               method("parsec", parsec)};
  for (AuthMethod& each : methods)
    mysql_client_register_plugin(handle, reinterpret_cast<st_mysql_client_plugin*>(&each));
}

}  // namespace sluice
