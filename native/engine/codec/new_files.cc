#include "codec/new_files.h"

#include <unistd.h>

#include "codec/file.h"

namespace sluice {

void write_files(const std::string& folder, const std::vector<NewFile>& files) {
  std::vector<std::string> created;
  try {
    for (const NewFile& file : files) {
      const std::string path = folder + "/" + file.name;
      OutputFile output(path);
      created.push_back(path);
      output.write(file.bytes);
      output.close();
    }
  } catch (...) {
    for (const std::string& path : created) ::unlink(path.c_str());
    throw;
  }
}

}  // namespace sluice
