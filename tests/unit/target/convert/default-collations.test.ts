import { describe, expect, it } from 'vitest';
import { otherDefaults, withDefaultCollations } from '../../../../app/target/convert/default-collations';

const defaults = new Map([['utf8mb4', 'utf8mb4_general_ci']]);
const converted = (script: string) => {
  const rules: string[] = [];
  const text = withDefaultCollations(script, { defaults }, (_, rule) => rules.push(rule));
  return { text, rules };
};

describe('default collations that differ', () => {
  it('are those of character sets that both servers have', () => {
    const source = new Map([
      ...defaults,
      ['latin1', 'latin1_swedish_ci'],
      ['eucjpms', 'eucjpms_japanese_ci'],
    ]);
    const target = new Map([
      ['utf8mb4', 'utf8mb4_0900_ai_ci'],
      ['latin1', 'latin1_swedish_ci'],
    ]);
    expect(otherDefaults(source, target)).toEqual(defaults);
  });

  it('are named for a schema, its tables and their columns', () => {
    const { text, rules } = converted(
      'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `s` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;\n',
    );
    expect(text).toContain('DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci */');
    expect(rules).toEqual(['default-collation']);
    expect(
      converted('CREATE TABLE `t` (\n  `a` text CHARACTER SET utf8mb4\n) DEFAULT CHARSET=utf8mb4;\n').text,
    ).toBe(
      'CREATE TABLE `t` (\n  `a` text CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci\n) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;\n',
    );
  });

  it.each([
    'CREATE TABLE `t` (\n  `a` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin\n) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n',
    "CREATE TABLE `t` (\n  `a` text CHARACTER SET latin1 COMMENT 'CHARSET=utf8mb4'\n) DEFAULT CHARSET=latin1;\n",
    'CREATE FUNCTION `f`(a TEXT CHARSET utf8mb4) RETURNS int RETURN 1;\n',
  ])('are left where none is missing: %s', (script) => {
    expect(converted(script)).toEqual({ text: script, rules: [] });
  });
});
