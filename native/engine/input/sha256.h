#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace sluice {

/// SHA-256 of a stream. Used by one thread. Throws EngineError where the library has no memory.
class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);
  /// 64 hexadecimal digits, once all was added.
  std::string finish();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

}  // namespace sluice
