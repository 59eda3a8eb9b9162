#pragma once

#include <mysql.h>
#include <mysql/plugin_auth.h>

#include <cstdarg>
#include <cstddef>

namespace sluice {

/// Entry point of one method: signs in by it.
using Authenticate = int (*)(MYSQL_PLUGIN_VIO* vio, MYSQL* mysql);

/// Descriptor of a method as libmariadb declares it (st_mysql_client_plugin_AUTHENTICATION, interface version
/// 0x0100; the last member came with 3.4).
struct AuthMethod {
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
  int (*hash_password)(MYSQL*, unsigned char*, std::size_t*);
};

inline constexpr int kAuthenticationPlugin = 2;

/// Gives libmariadb the methods that it lacks or answers without regard to who listens: the password itself
/// (mysql_clear_password of MySQL, `dialog` of MariaDB's PAM) and PARSEC, which came with libmariadb 3.4.
/// Before the first of them is asked for.
void register_auth_methods(MYSQL* handle);

}  // namespace sluice
