#include "wire/parsec.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <memory>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t kNonceBytes = 32;

const unsigned char* bytes_of(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string salt(char kind, char factor) { return std::string{kind, factor} + std::string(18, 's'); }

/// Verifies an answer as the server does: by the key that it derived when the password was set.
bool is_signed(const std::string& answer, const std::string& password, const std::string& nonce) {
  std::string seed(32, '\0');
  PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), bytes_of(std::string(18, 's')), 18,
                    1024, EVP_sha512(), 32, reinterpret_cast<unsigned char*>(seed.data()));
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes_of(seed), seed.size()), &EVP_PKEY_free);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  const std::string nonces = nonce + answer.substr(0, kNonceBytes);
  const std::string signature = answer.substr(kNonceBytes);
  return EVP_DigestVerifyInit(digest.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(digest.get(), bytes_of(signature), signature.size(), bytes_of(nonces),
                          nonces.size()) == 1;
}

TEST(Parsec, SignsBothNoncesByThePasswordsKey) {
  const std::string nonce(kNonceBytes, 'n');
  const std::string answer = parsec_answer("pass", nonce, salt('P', 0));
  ASSERT_EQ(answer.size(), kNonceBytes + 64);
  EXPECT_TRUE(is_signed(answer, "pass", nonce));
  EXPECT_FALSE(is_signed(answer, "other", nonce));
  EXPECT_FALSE(is_signed(answer, "pass", std::string(kNonceBytes, 'm')));
}

TEST(Parsec, AnswersNoSaltOfAnotherKind) {
  const std::string nonce(kNonceBytes, 'n');
  EXPECT_EQ(parsec_answer("pass", nonce, salt('Q', 0)), "");
  EXPECT_EQ(parsec_answer("pass", nonce, salt('P', 4)), "");
  EXPECT_EQ(parsec_answer("pass", nonce, ""), "");
  EXPECT_EQ(parsec_answer("pass", "short", salt('P', 0)), "");
}

}  // namespace
}  // namespace sluice
