#include "codec/new_files.h"

#include "codec/file.h"

namespace sluice {

void write_files(const std::string& folder, const std::vector<NewFile>& files) {
  for (const NewFile& file : files) {
    OutputFile output(folder + "/" + file.name);
    output.write(file.bytes);
    output.close();
  }
}

}  // namespace sluice
