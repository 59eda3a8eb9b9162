#include "harness/live_server.h"

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace sluice::test {
namespace {

/// The value of a key of a flat JSON object whose strings hold no escapes: all that the runner writes.
std::string json_field(std::string_view json, const std::string& key) {
  const std::size_t at = json.find("\"" + key + "\"");
  if (at == std::string_view::npos) throw std::runtime_error("no \"" + key + "\" in " + std::string(json));
  const std::size_t colon = json.find(':', at);
  const std::size_t start = json.find_first_not_of(" \"", colon + 1);
  return std::string(json.substr(start, json.find_first_of("\",}", start) - start));
}

std::string description(Vendor vendor) {
  const char* variable = vendor == Vendor::kMySql ? "SLUICE_TEST_MYSQL" : "SLUICE_TEST_MARIADB";
  const char* json = std::getenv(variable);
  if (json == nullptr) {
    throw std::runtime_error(
        std::string(variable) +
        " is not set: this test needs a live server; run it through npm run test:native");
  }
  return json;
}

}  // namespace

std::string vendor_suffix(const ::testing::TestParamInfo<Vendor>& parameter) {
  return parameter.param == Vendor::kMySql ? "MySql" : "MariaDb";
}

Connection live_server(Vendor vendor) {
  const std::string json = description(vendor);
  Connection connection;
  connection.host = json_field(json, "host");
  connection.port = static_cast<unsigned>(std::stoul(json_field(json, "port")));
  connection.user = json_field(json, "user");
  connection.password = json_field(json, "password");
  return connection;
}

Connection live_server_by_socket(Vendor vendor) {
  Connection connection = live_server(vendor);
  connection.socket_path = json_field(description(vendor), "socket");
  return connection;
}

TestSchema::TestSchema(Vendor vendor, const std::string& stem)
    : name_("sluice_" + stem + "_" + std::to_string(::getpid())), session_(live_server(vendor), {}) {
  session_.execute("DROP DATABASE IF EXISTS `" + name_ + "`");
  session_.execute("CREATE DATABASE `" + name_ + "` DEFAULT CHARACTER SET utf8mb4");
  session_.execute("USE `" + name_ + "`");
}

TestSchema::~TestSchema() {
  try {
    session_.execute("DROP DATABASE `" + name_ + "`");
  } catch (const std::exception& error) {
    ADD_FAILURE() << "the schema " << name_ << " stays behind: " << error.what();
  }
}

}  // namespace sluice::test
