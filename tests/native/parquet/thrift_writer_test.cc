#include "parquet/thrift_writer.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice {
namespace {

using namespace std::string_literals;

// Bytes from the description of the protocol: a field's header holds the step from the last number and the
// type, numbers are zigzag varints, a struct ends with 0.
TEST(ThriftWriter, WritesFieldsByTheirSteps) {
  ThriftWriter writer;
  writer.begin_struct();
  writer.number(1, 2);
  writer.large_number(3, -1);
  writer.text(4, "ab");
  writer.boolean(5, true);
  writer.boolean(6, false);
  writer.byte(7, -8);
  writer.end_struct();
  EXPECT_EQ(writer.bytes(),
            "\x15\x04"
            "\x26\x01"
            "\x18\x02"
            "ab\x11\x12\x13\xF8\0"s);
}

TEST(ThriftWriter, WritesLongStepsLongNumbersAndNestedStructs) {
  ThriftWriter writer;
  writer.begin_struct();
  writer.number(20, 300);
  writer.structure(21);
  writer.empty_structure(2);
  writer.end_struct();
  writer.number(22, 1);
  writer.end_struct();
  EXPECT_EQ(writer.bytes(),
            "\x05\x28\xD8\x04"
            "\x1C\x2C\0\0"
            "\x15\x02\0"s);
}

TEST(ThriftWriter, WritesLists) {
  ThriftWriter writer;
  writer.begin_struct();
  writer.list(1, ThriftType::kI32, 2);
  writer.item(0);
  writer.item(3);
  writer.list(2, ThriftType::kBinary, 15);
  for (int item = 0; item < 15; ++item) writer.item(std::string_view("x"));
  writer.end_struct();
  std::string expected = "\x19\x25\0\x06\x19\xF8\x0F"s;
  for (int item = 0; item < 15; ++item) expected += "\x01x";
  EXPECT_EQ(writer.bytes(), expected + '\0');
}

}  // namespace
}  // namespace sluice
