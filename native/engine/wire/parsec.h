#pragma once

#include <string>
#include <string_view>

namespace sluice {

/// Answer to MariaDB's method PARSEC: a nonce of our own and the signature of both nonces by an Ed25519 key
/// that PBKDF2 derives from the password (MariaDB's documentation, "Authentication Plugin - PARSEC"). `salt`
/// is the server's second packet. Empty where that is not of a kind that is known, or asks for more rounds
/// than any server does.
std::string parsec_answer(std::string_view password, std::string_view server_nonce, std::string_view salt);

}  // namespace sluice
