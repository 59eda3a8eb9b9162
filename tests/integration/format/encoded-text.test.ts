import type { RowDataPacket } from 'mysql2/promise';
import { expect, describe, it } from 'vitest';
import { textOf } from '../../../app/format/encoded-text';
import { testVendors } from '../../servers/test-server';
import { withPlain } from '../harness/servers';

const ONE_BYTE = [
  ...[
    'armscii8',
    'cp1250',
    'cp1251',
    'cp1256',
    'cp1257',
    'cp850',
    'cp852',
    'cp866',
    'dec8',
    'geostd8',
    'greek',
    'hebrew',
  ],
  ...[
    'hp8',
    'keybcs2',
    'koi8r',
    'koi8u',
    'latin1',
    'latin2',
    'latin5',
    'latin7',
    'macce',
    'macroman',
    'tis620',
  ],
];
const MORE_BYTES = ['big5', 'gbk', 'gb2312', 'gb18030', 'euckr', 'sjis', 'cp932', 'ujis', 'eucjpms'];

/** Letters that are a backslash or a quote to the servers, which would be another one in a statement. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  sjis: ['815f'],
  ujis: ['a1c0'],
  armscii8: ['ff'],
};

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** All bytes that may be a letter, in hexadecimal digits. */
function codesOf(charset: string): readonly string[] {
  const one = range(0x80, 0xff).map((byte) => [byte]);
  const two = range(0x81, 0xfe).flatMap((lead) => range(0x40, 0xfe).map((trail) => [lead, trail]));
  const three = range(0xa1, 0xfe).flatMap((lead) => range(0xa1, 0xfe).map((trail) => [0x8f, lead, trail]));
  const isThree = charset === 'ujis' || charset === 'eucjpms';
  const codes = ONE_BYTE.includes(charset) ? one : [...one, ...two, ...(isThree ? three : [])];
  return codes.map((code) => Buffer.from(code).toString('hex'));
}

describe.each(testVendors)('letters of a character set, %s', (vendor) => {
  /** The letter that the server has for each code; only where it is one. */
  async function serversLetters(charset: string): Promise<ReadonlyMap<string, string>> {
    const codes = codesOf(charset);
    const letters = new Map<string, string>();
    await withPlain(vendor, async (plain) => {
      for (let from = 0; from < codes.length; from += 1000) {
        const selects = codes
          .slice(from, from + 1000)
          .map(
            (code) =>
              `SELECT '${code}' AS code, CONVERT(CONVERT(0x${code} USING ${charset}) USING utf8mb4) AS letter`,
          );
        const [rows] = await plain.query<RowDataPacket[]>(selects.join(' UNION ALL '));
        for (const { code, letter } of rows as { readonly code: string; readonly letter: string | null }[])
          if (letter?.length === 1 && letter !== '?' && letter !== '\ufffd') letters.set(code, letter);
      }
    });
    return letters;
  }

  const known = vendor === 'mysql' ? MORE_BYTES : MORE_BYTES.filter((charset) => charset !== 'gb18030');
  it.each([...ONE_BYTE, ...known])('are those of the server, in %s', async (charset) => {
    const letters = await serversLetters(charset);
    expect(letters.size).toBeGreaterThan(80);
    const others = [...letters].filter(
      ([code, letter]) => textOf(Buffer.from(code, 'hex'), charset) !== letter,
    );
    expect(others.map(([code]) => code)).toEqual(SIGNS[charset] ?? []);
  });

  it.each(Object.keys(SIGNS))(
    'are none where they are a backslash or a quote to the server, in %s',
    (charset) => {
      for (const code of SIGNS[charset] ?? [])
        expect(textOf(Buffer.from(code, 'hex'), charset)).toBe('\ufffd');
    },
  );
});
