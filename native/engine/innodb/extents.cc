#include "innodb/extents.h"

#include <algorithm>

#include "innodb/layout.h"

namespace sluice {
namespace {

/// States of a descriptor (xdes_state_t); 0 is one that was never initialised.
constexpr std::uint32_t kNeverUsed = 0;
constexpr std::uint32_t kFree = 1;
constexpr std::size_t kBitsPerPage = 2;

std::size_t descriptor_size(const Tablespace& space) {
  return layout::kDescriptorBitmap + kBitsPerPage * space.extent_pages / 8;
}

bool is_free(Bytes descriptor, std::size_t page) {
  const std::size_t bit = kBitsPerPage * page;
  return (std::to_integer<unsigned>(descriptor[layout::kDescriptorBitmap + bit / 8]) >> bit % 8 & 1) != 0;
}

/// Returns whether all pages of the extent are free.
bool apply_descriptor(Bytes descriptor, std::span<Page> extent) {
  const std::uint32_t state = read32(descriptor, layout::kDescriptorState);
  const bool is_unused = state == kNeverUsed || state == kFree;
  for (std::size_t at = 0; at < extent.size(); ++at) {
    extent[at].is_free = is_unused || is_free(descriptor, at);
  }
  return is_unused;
}

}  // namespace

std::size_t descriptor_bytes(const Tablespace& space) {
  return layout::kDescriptors + space.file_page_size / space.extent_pages * descriptor_size(space);
}

void apply_descriptors(Bytes descriptors, const Tablespace& space, std::span<Page> pages,
                       ExtentCounts& counts) {
  std::size_t at = layout::kDescriptors;
  for (std::size_t first = 0; first < pages.size();
       first += space.extent_pages, at += descriptor_size(space)) {
    const auto extent = pages.subspan(first, std::min<std::size_t>(space.extent_pages, pages.size() - first));
    ++counts.extents;
    if (descriptors.empty()) {
      for (Page& page : extent) page.is_free = true;
      ++counts.free;
    } else if (apply_descriptor(descriptors.subspan(at, descriptor_size(space)), extent)) {
      ++counts.free;
    }
    counts.free_pages += static_cast<std::uint64_t>(
        std::count_if(extent.begin(), extent.end(), [](const Page& page) { return page.is_free; }));
  }
}

}  // namespace sluice
