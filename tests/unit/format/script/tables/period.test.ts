import { describe, expect, it } from 'vitest';
import { areVersions, periodOf, writableColumns } from '../../../../../app/format/script/tables/period';
import { tableTextIn } from '../../../../../app/format/script/tables/table-text';

function table(definition: string) {
  const text = tableTextIn(definition);
  if (text === null) throw new Error(`no table: ${definition}`);
  return text;
}

const IMPLICIT = table("CREATE TABLE t (id INT COMMENT 'AS ROW START') WITH SYSTEM VERSIONING");
const OWN = table(
  'CREATE TABLE t (id INT, `be``gan` TIMESTAMP(6) GENERATED ALWAYS AS ROW START, e TIMESTAMP(6) AS ROW END, PERIOD FOR SYSTEM_TIME (`be``gan`, e)) WITH SYSTEM VERSIONING',
);
const PLAIN = table("CREATE TABLE t (id INT) COMMENT 'WITH SYSTEM VERSIONING'");

describe('the period of a system-versioned table', () => {
  it('is that of its own columns, else that of hidden ones', () => {
    expect(periodOf(IMPLICIT)).toEqual({ start: 'row_start', end: 'row_end' });
    expect(periodOf(OWN)).toEqual({ start: 'be`gan', end: 'e' });
    expect(periodOf(table('CREATE TABLE t (a INT WITH SYSTEM VERSIONING, b INT)'))?.start).toBe('row_start');
    expect(periodOf(PLAIN)).toBeNull();
  });

  it('tells rows with it from current ones', () => {
    expect(areVersions(IMPLICIT, ['id', 'ROW_START', 'row_end'])).toBe(true);
    expect(areVersions(IMPLICIT, ['id'])).toBe(false);
    expect(areVersions(OWN, ['id', 'be`gan', 'e'])).toBe(true);
    expect(areVersions(PLAIN, ['id', 'row_start', 'row_end'])).toBe(false);
  });

  it('has columns that rows may fill', () => {
    expect(writableColumns(IMPLICIT).map(({ name }) => name)).toEqual(['id', 'row_start', 'row_end']);
    expect(writableColumns(OWN).map(({ name }) => name)).toEqual(['id', 'be`gan', 'e']);
    expect(writableColumns(PLAIN).map(({ name }) => name)).toEqual(['id']);
  });
});
