import { readFileSync } from 'fs';
import { describe, expect, it } from 'vitest';
import { readTimeZone, type TimeZone } from '../../../../app/prove/time-zones/tzif';

const fileOf = (name: string) => readFileSync(`/usr/share/zoneinfo/${name}`);

/** Offset at a moment, as servers find it. */
function offsetAt({ types, transitions }: TimeZone, seconds: number): number | undefined {
  const [, type] = [...transitions].reverse().find(([at]) => at <= seconds) ?? [0, 0];
  return types[type]?.offset;
}

/** As another reader of the database finds it. */
function offsetByIntl(zone: string, seconds: number): number {
  const moment = new Date(seconds * 1000);
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local / 1000 - seconds;
}

describe('readTimeZone', () => {
  it.each([
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'UTC',
  ])('finds the offsets of %s from 1971 to 2036', (name) => {
    const zone = readTimeZone(fileOf(name));
    expect(zone).not.toBeNull();
    for (let year = 1971; year <= 2036; year += 1) {
      for (let month = 0; month < 12; month += 1) {
        const seconds = Date.UTC(year, month, 1, 12) / 1000;
        const found = zone === null ? undefined : offsetAt(zone, seconds);
        expect(found, `${name} ${year}-${month + 1}`).toBe(offsetByIntl(name, seconds));
      }
    }
  });

  it('refuses what is no file of the database, and one that is cut anywhere before its rule', () => {
    const berlin = fileOf('Europe/Berlin');
    expect(readTimeZone(Buffer.from('Zone Europe/Berlin 1:00 EU CE%sT\n'))).toBeNull();
    const rule = berlin.lastIndexOf('\n', berlin.length - 2);
    for (let length = 0; length < rule; length += 7)
      expect(readTimeZone(berlin.subarray(0, length)), String(length)).toBeNull();
  });

  it('refuses one that leaves the coming years to a rule', () => {
    const header = (counts: readonly number[]) => {
      const bytes = Buffer.alloc(44);
      bytes.write('TZif2');
      counts.forEach((count, field) => bytes.writeUInt32BE(count, 20 + 4 * field));
      return bytes;
    };
    const type = Buffer.from([0, 0, 0x0e, 0x10, 0, 0]);
    const block = Buffer.concat([header([0, 0, 0, 0, 1, 4]), type, Buffer.from('CET\0')]);
    const slim = (rule: string) => Buffer.concat([block, block, Buffer.from(`\n${rule}\n`)]);
    expect(readTimeZone(slim('CET-1'))?.types).toEqual([
      { offset: 3600, isDaylightSaving: false, abbreviation: 'CET' },
    ]);
    expect(readTimeZone(slim('CET-1CEST,M3.5.0,M10.5.0/3'))).toBeNull();
  });
});
