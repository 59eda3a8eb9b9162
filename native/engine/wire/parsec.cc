#include "wire/parsec.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <array>
#include <cstddef>
#include <memory>

namespace sluice {
namespace {

constexpr std::size_t kNonceBytes = 32;
constexpr std::size_t kSaltBytes = 18;
constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kSignatureBytes = 64;
/// The first byte of the salt's packet names the key's derivation, the second the rounds: 1024 << n.
constexpr char kPbkdf2 = 'P';
constexpr unsigned kMostFactor = 3;

struct KeyFreer {
  void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
};
struct DigestFreer {
  void operator()(EVP_MD_CTX* digest) const noexcept { EVP_MD_CTX_free(digest); }
};

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string parsec_answer(std::string_view password, std::string_view server_nonce, std::string_view salt) {
  if (server_nonce.size() != kNonceBytes || salt.size() != 2 + kSaltBytes || salt[0] != kPbkdf2) return {};
  const auto factor = static_cast<unsigned char>(salt[1]);
  if (factor > kMostFactor) return {};

  std::array<unsigned char, kKeyBytes> seed{};
  if (PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), bytes_of(salt.substr(2)),
                        kSaltBytes, 1024 << factor, EVP_sha512(), kKeyBytes, seed.data()) != 1)
    return {};
  std::array<unsigned char, 2 * kNonceBytes> nonces{};
  std::copy(server_nonce.begin(), server_nonce.end(), nonces.begin());
  if (RAND_bytes(nonces.data() + kNonceBytes, kNonceBytes) != 1) return {};

  const std::unique_ptr<EVP_PKEY, KeyFreer> key(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()));
  const std::unique_ptr<EVP_MD_CTX, DigestFreer> digest(EVP_MD_CTX_new());
  std::array<unsigned char, kSignatureBytes> signature{};
  std::size_t length = signature.size();
  if (!key || !digest || EVP_DigestSignInit(digest.get(), nullptr, nullptr, nullptr, key.get()) != 1 ||
      EVP_DigestSign(digest.get(), signature.data(), &length, nonces.data(), nonces.size()) != 1)
    return {};
  std::string answer(nonces.begin() + kNonceBytes, nonces.end());
  answer.append(signature.begin(), signature.end());
  return answer;
}

}  // namespace sluice
