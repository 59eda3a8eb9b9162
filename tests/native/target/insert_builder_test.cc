#include "target/insert_builder.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/failure.h"

namespace sluice::test {
namespace {

struct Sent {
  std::string statement;
  std::uint64_t rows;
};

class InsertBuilderTest : public testing::Test {
 protected:
  /// The statements of a text that comes in pieces of `step` bytes.
  std::vector<Sent> build(const std::string& text, const RowDialect& dialect = {}, std::size_t step = 1,
                          InsertLimits limits = {1 << 16, 1 << 20}) {
    std::vector<Sent> sent;
    const InsertBuilder::OnStatement take = [&](std::string_view statement, std::uint64_t rows) {
      sent.push_back({std::string(statement), rows});
    };
    InsertBuilder builder(plan_, dialect, limits, board_, take);
    for (std::size_t at = 0; at < text.size(); at += step) {
      builder.add(std::string_view(text).substr(at, step));
    }
    builder.finish();
    return sent;
  }

  /// Text behind the head of the one statement, the same however the text is cut.
  std::string values(const std::string& text, const RowDialect& dialect = {}) {
    std::string first;
    for (std::size_t step = 1; step <= text.size(); ++step) {
      const std::vector<Sent> sent = build(text, dialect, step);
      EXPECT_EQ(sent.size(), 1U);
      const std::string behind = sent.empty() ? "" : sent[0].statement.substr(plan_.head.size());
      if (step == 1) first = behind;
      EXPECT_EQ(behind, first) << "in pieces of " << step;
    }
    return first;
  }

  ProgressBoard board_;
  InsertPlan plan_{"INSERT ", {{"'", "'"}, {"F('", "')"}}};
};

TEST_F(InsertBuilderTest, EscapesMeanTheSameInLoadDataAndInAString) {
  EXPECT_EQ(values("a\\tb\\n\\\\'\tx\n\\N\t\\N\n"), "('a\tb\n\\\\\\'',F('x')),(NULL,NULL)");
  EXPECT_EQ(values("\\0\\Z\\%\\_\\q\t\n"), "('\\0\x1A%_q',F(''))");
}

TEST_F(InsertBuilderTest, WritesBase64AsHexadecimalDigitsWhereTheServerCannotDecodeIt) {
  plan_.columns[1] = {"x'", "'", true};
  EXPECT_EQ(values("a\tAP+A\nb\t\\N\nc\t\nd\tAA==\ne\tAP8=\n"),
            "('a',x'00FF80'),('b',NULL),('c',x''),('d',x'00'),('e',x'00FF')");
  EXPECT_THROW(build("a\tA*==\n"), EngineError);
  EXPECT_THROW(build("a\tABC\n"), EngineError);
}

TEST_F(InsertBuilderTest, OnlyALoneEscapedNIsNull) {
  EXPECT_EQ(values("N\tx\\N\n\\NN\t\\\\N\n"), "('N',F('xN')),('NN',F('\\\\N'))");
  EXPECT_EQ(values("NULL\tnull\n"), "('NULL',F('null'))");
}

TEST_F(InsertBuilderTest, ReadsEnclosedFieldsOfSeveralDialects) {
  const RowDialect csv{",", "\"", "\"", "\r\n"};
  EXPECT_EQ(values("\"a\"\"b\",\"c,\r\nd\"\r\nNULL,\"NULL\"\r\n", csv),
            "('a\"b',F('c,\r\nd')),(NULL,F('NULL'))");
  EXPECT_EQ(values("\"a\"b\",c\rd\r\n", csv), "('a\"b',F('c\rd'))");
  const RowDialect unescaped{";;", "", "", "\n"};
  EXPECT_EQ(values("a;b\\n;;\\N\n", unescaped), "('a;b\\\\n',F('\\\\N'))");
}

TEST_F(InsertBuilderTest, EndsAStatementAtARowAndKeepsBelowTheServersLimit) {
  std::string text;
  for (int row = 0; row < 100; ++row) text += "aaaaaaaaaa\tbbbbbbbbbb\n";
  for (const std::size_t most : {100U, 130U, 1000U}) {
    std::uint64_t rows = 0;
    for (const Sent& one : build(text, {}, 7, {90, most})) {
      EXPECT_LE(one.statement.size(), most);
      EXPECT_TRUE(one.statement.starts_with("INSERT ('aaaaaaaaaa',F('")) << one.statement;
      EXPECT_TRUE(one.statement.ends_with("'))"));
      rows += one.rows;
    }
    EXPECT_EQ(rows, 100U);
  }
}

TEST_F(InsertBuilderTest, RefusesARowThatNoStatementCanHoldAndOneWithOtherValues) {
  const auto code = [&](const std::string& text, std::size_t most) -> std::string {
    try {
      build(text, {}, 3, {most / 2, most});
    } catch (const EngineError& error) {
      return std::string(error.failure().code) + ": " + plain(error.failure().message);
    }
    return "none";
  };
  EXPECT_TRUE(code("a\tb\n" + std::string(500, 'x') + "\ty\n", 200)
                  .starts_with("statement-failed: insertTooLarge row=2 "));
  EXPECT_TRUE(code("a\n", 200).starts_with("dump-damaged: tooFewValues row=1 values=1 "));
  EXPECT_TRUE(code("a\tb\tc\n", 200).starts_with("dump-damaged: tooManyValues row=1 "));
}

TEST_F(InsertBuilderTest, RefusesARowWithoutAnEndWhileItGrows) {
  constexpr std::size_t kMost = 1 << 16;
  for (const std::string piece : {"plain text", "\\t\\n\\'"}) {
    const InsertBuilder::OnStatement never = [](std::string_view, std::uint64_t) { FAIL(); };
    InsertBuilder builder(plan_, {}, {kMost / 2, kMost}, board_, never);
    std::size_t taken = 0;
    try {
      for (; taken < 10 * kMost; taken += piece.size()) builder.add(piece);
      FAIL() << "It was never refused";
    } catch (const EngineError& error) {
      EXPECT_EQ(error.failure().code, "statement-failed");
      EXPECT_TRUE(plain(error.failure().message).starts_with("insertTooLarge row=1 ")) << error.what();
    }
    EXPECT_LE(taken, 2 * kMost);
  }
}

}  // namespace
}  // namespace sluice::test
