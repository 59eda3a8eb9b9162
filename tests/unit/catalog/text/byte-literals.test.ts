import { describe, expect, it } from 'vitest';
import { definitionText } from '../../../../app/catalog/text/byte-literals';

const sent = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))),
  );

describe('definitionText', () => {
  it('leaves a definition that is text as it is', () => {
    const text = "CREATE TABLE `ä``'` (`a` char(3) DEFAULT 'é''\\\\' COMMENT '\ufffd')";
    expect(definitionText(sent(text))).toBe(text);
  });

  it('writes a literal of bytes that are no text as hexadecimal digits, and nothing else', () => {
    const definition = sent(
      "CREATE TABLE `it's` (`b` binary(4) DEFAULT '\\0",
      [0xff],
      "''",
      [0xab],
      "', `v` varbinary(9) DEFAULT '",
      [0x80],
      "\\n\\\\é' COMMENT 'ä')",
    );
    expect(definitionText(definition)).toBe(
      "CREATE TABLE `it's` (`b` binary(4) DEFAULT 0x00FF27AB, `v` varbinary(9) DEFAULT 0x800A5CC3A9 COMMENT 'ä')",
    );
  });

  it('keeps such a literal apart from the name of its character set', () => {
    expect(definitionText(sent("select _latin1'", [0xe9], "' AS `a`"))).toBe('select _latin1 0xE9 AS `a`');
  });
});
