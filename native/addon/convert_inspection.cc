#include "convert_inspection.h"

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "convert_basics.h"
#include "convert_message.h"

namespace sluice::addon {
namespace {

// In the order of the engine's enumerations.
constexpr std::array<const char*, 3> kOrigins{"mysql", "mariadb", "either"};
constexpr std::array<const char*, 2> kChecksums{"field", "full-crc32"};
constexpr std::array<const char*, 3> kCompressions{"none", "rows", "pages"};
constexpr std::array<const char*, 13> kPageKinds{
    "unknown",     "unused", "index",         "spatial",    "sdi",       "blob", "space-header",
    "descriptors", "inode",  "buffer-bitmap", "compressed", "encrypted", "other"};
constexpr std::array<const char*, 6> kPageStates{"unread", "verified",     "unverified",
                                                 "zero",   "wrong-number", "damaged"};

/// Numbers that a picture is drawn from travel as typed arrays.
template <class Array, class Item>
Array column(Napi::Env env, const std::vector<Item>& items) {
  auto array = Array::New(env, items.size());
  if (!items.empty()) std::memcpy(array.Data(), items.data(), items.size() * sizeof(Item));
  return array;
}

Napi::Object format(Napi::Env env, const Tablespace& from) {
  auto object = Napi::Object::New(env);
  object.Set("spaceId", number(from.space_id));
  object.Set("flags", number(from.flags));
  object.Set("origin", name_of(from.origin, kOrigins));
  object.Set("serverVersion", number(from.server_version));
  object.Set("checksums", name_of(from.checksums, kChecksums));
  object.Set("compression", name_of(from.compression, kCompressions));
  object.Set("encrypted", from.encrypted);
  object.Set("pageSize", number(from.page_size));
  object.Set("filePageSize", number(from.file_page_size));
  object.Set("extentPages", number(from.extent_pages));
  return object;
}

Napi::Object states(Napi::Env env, const StateCounts& from) {
  auto object = Napi::Object::New(env);
  object.Set("verified", number(from.verified));
  object.Set("unverified", number(from.unverified));
  object.Set("zero", number(from.zero));
  object.Set("wrongNumber", number(from.wrong_number));
  object.Set("damaged", number(from.damaged));
  return object;
}

Napi::Object type_count(Napi::Env env, const TypeCount& from) {
  auto object = Napi::Object::New(env);
  object.Set("type", number(from.type));
  object.Set("kind", name_of(from.kind, kPageKinds));
  object.Set("pages", number(from.pages));
  return object;
}

Napi::Array histogram(Napi::Env env, const FillFigures& from) {
  auto array = Napi::Array::New(env, FillFigures::kBins);
  for (std::uint32_t bin = 0; bin < FillFigures::kBins; ++bin) array.Set(bin, number(from.histogram[bin]));
  return array;
}

Napi::Value fill(Napi::Env env, const std::optional<FillFigures>& from) {
  if (!from) return env.Null();
  auto object = Napi::Object::New(env);
  object.Set("mean", from->mean);
  object.Set("p10", from->p10);
  object.Set("belowHalf", from->below_half);
  object.Set("histogram", histogram(env, *from));
  object.Set("wastedBytes", number(from->wasted_bytes));
  return object;
}

Napi::Value order(Napi::Env env, const std::optional<OrderFigures>& from) {
  if (!from) return env.Null();
  auto object = Napi::Object::New(env);
  object.Set("outOfOrder", from->out_of_order);
  object.Set("backward", from->backward);
  object.Set("runs", number(from->runs));
  object.Set("extentVisits", number(from->extent_visits));
  object.Set("lanes", number(from->lanes));
  object.Set("extents", number(from->extents));
  object.Set("lsnDisorder", from->lsn_disorder);
  return object;
}

Napi::Value plot(Napi::Env env, const std::optional<OrderPlot>& from) {
  if (!from) return env.Null();
  auto object = Napi::Object::New(env);
  object.Set("leavesPerPoint", number(from->leaves_per_point));
  object.Set("lowest", column<Napi::Uint32Array>(env, from->lowest));
  object.Set("highest", column<Napi::Uint32Array>(env, from->highest));
  return object;
}

Napi::Object index(Napi::Env env, const IndexReport& from) {
  auto object = Napi::Object::New(env);
  object.Set("indexId", number(from.index_id));
  object.Set("levels", number(from.levels));
  object.Set("pages", number(from.pages));
  object.Set("leafPages", number(from.leaf_pages));
  object.Set("records", number(from.records));
  object.Set("dataBytes", number(from.data_bytes));
  object.Set("garbageBytes", number(from.garbage_bytes));
  object.Set("fill", fill(env, from.fill));
  object.Set("fillUnknown", to_js(env, from.fill_unknown));
  object.Set("order", order(env, from.order));
  object.Set("orderUnknown", to_js(env, from.order_unknown));
  object.Set("plot", plot(env, from.plot));
  return object;
}

Napi::Object document(Napi::Env env, const SdiDocument& from) {
  auto object = Napi::Object::New(env);
  object.Set("type", number(from.type));
  object.Set("bytes", number(from.bytes));
  object.Set("deflated", column<Napi::Uint8Array>(env, from.deflated));
  return object;
}

Napi::Value map(Napi::Env env, const std::optional<PageMap>& from) {
  if (!from) return env.Null();
  auto object = Napi::Object::New(env);
  object.Set("pagesPerCell", number(from->pages_per_cell));
  object.Set("used", column<Napi::Uint32Array>(env, from->used));
  object.Set("kind", column<Napi::Uint8Array>(env, from->kind));
  object.Set("index", column<Napi::Int32Array>(env, from->index));
  object.Set("fill", column<Napi::Float32Array>(env, from->fill));
  object.Set("lowestFill", column<Napi::Float32Array>(env, from->lowest_fill));
  object.Set("keyPosition", column<Napi::Float32Array>(env, from->key_position));
  object.Set("lsnAge", column<Napi::Float32Array>(env, from->lsn_age));
  return object;
}

Napi::Value sibling(Napi::Env env, std::uint32_t page) {
  constexpr std::uint32_t kNoPage = 0xFFFFFFFF;
  if (page == kNoPage) return env.Null();
  return Napi::Number::New(env, number(page));
}

Napi::Object page(Napi::Env env, const Page& from) {
  auto object = Napi::Object::New(env);
  object.Set("type", number(from.type));
  object.Set("kind", name_of(from.kind, kPageKinds));
  object.Set("state", name_of(from.state, kPageStates));
  object.Set("free", from.is_free);
  object.Set("indexId", number(from.index_id));
  object.Set("level", number(from.level));
  object.Set("records", number(from.records));
  object.Set("dataBytes", number(from.data_bytes));
  object.Set("garbageBytes", number(from.garbage_bytes));
  object.Set("lsn", number(from.lsn));
  object.Set("prev", sibling(env, from.prev));
  object.Set("next", sibling(env, from.next));
  return object;
}

}  // namespace

InspectSpec inspect_spec(const Argument& from) {
  InspectSpec spec;
  spec.path = from.get("path").text();
  spec.scan.threads = from.get("threads").small();
  spec.scan.check = from.get("checksums").flag() ? PageCheck::kChecksum : PageCheck::kNumber;
  spec.report.max_cells = from.get("maxCells").whole();
  spec.report.max_points = from.get("maxPoints").whole();
  const Argument listed = from.get("list");
  if (listed.is_null()) return spec;
  spec.report.list_from = listed.get("from").whole();
  spec.report.list_count = listed.get("count").whole();
  return spec;
}

Napi::Object file_report(Napi::Env env, const FileReport& from) {
  auto object = Napi::Object::New(env);
  object.Set("format", format(env, from.space));
  object.Set("fileBytes", number(from.file_bytes));
  object.Set("pages", number(from.pages));
  object.Set("states", states(env, from.states));
  object.Set("readAgain", number(from.read_again));
  object.Set("mended", number(from.mended));
  object.Set("types", list(env, from.types, type_count));
  object.Set("compressedPages", number(from.compressed_pages));
  object.Set("encryptedPages", number(from.encrypted_pages));
  object.Set("extents", number(from.extents.extents));
  object.Set("freeExtents", number(from.extents.free));
  object.Set("freePages", number(from.extents.free_pages));
  object.Set("oldestLsn", number(from.oldest_lsn));
  object.Set("newestLsn", number(from.newest_lsn));
  object.Set("indexes", list(env, from.indexes, index));
  object.Set("indexesUnknown", to_js(env, from.indexes_unknown));
  object.Set("documents", list(env, from.documents, document));
  object.Set("map", map(env, from.map));
  object.Set("listed", list(env, from.listed, page));
  object.Set("scanSeconds", from.scan_seconds);
  object.Set("seconds", from.seconds);
  return object;
}

}  // namespace sluice::addon
