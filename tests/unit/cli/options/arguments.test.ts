import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  parsePacking,
  parseDefiners,
  parseList,
  parseMemoryLimit,
  parseSchemaMap,
  parseSize,
  parseThreads,
} from '../../../../app/cli/options/arguments';

describe('parseThreads', () => {
  it.each(['1', '8', '256'])('takes %s', (text) => {
    expect(parseThreads(text)).toBe(Number(text));
  });

  it.each(['0', '257', '-1', '1.5', 'many', ''])('refuses “%s”', (text) => {
    expect(() => parseThreads(text)).toThrow(InvalidArgumentError);
  });
});

describe('parsePacking', () => {
  it.each([
    ['none', { kind: 'none' }],
    ['zstd', { kind: 'zstd', level: 1 }],
    ['zstd:19', { kind: 'zstd', level: 19 }],
    ['gzip', { kind: 'gzip', level: 6 }],
    ['gzip:9', { kind: 'gzip', level: 9 }],
  ])('takes %s', (text, compression) => {
    expect(parsePacking(text)).toEqual(compression);
  });

  it.each(['gzip:10', 'gzip:0', 'bzip2', 'zstd:0', 'zstd:20', 'zstd:', 'zstd:x', 'none:1', ''])(
    'refuses “%s”',
    (text) => {
      expect(() => parsePacking(text)).toThrow(InvalidArgumentError);
    },
  );
});

describe('parseSize', () => {
  it.each([
    ['512', 512],
    ['128k', 128_000],
    ['64M', 64_000_000],
    ['4G', 4_000_000_000],
    ['64MB', 64_000_000],
    ['512B', 512],
    ['128KiB', 131_072],
    ['64Mi', 67_108_864],
    ['2gib', 2_147_483_648],
  ])('takes %s as the unit says', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', 'M', '1.5M', '64T', '64iB', '-1', '64 M'])('refuses “%s”', (text) => {
    expect(() => parseSize(text)).toThrow(InvalidArgumentError);
  });
});

describe('parseList', () => {
  it('takes names with commas and blanks between them', () => {
    expect(parseList('a, b ,c')).toEqual(['a', 'b', 'c']);
  });

  it.each(['', 'a,', ',a', 'a,,b'])('refuses “%s”, which names nothing somewhere', (text) => {
    expect(() => parseList(text)).toThrow(InvalidArgumentError);
  });
});

describe('parseMemoryLimit', () => {
  it('takes a size', () => {
    expect(parseMemoryLimit('256MiB')).toBe(268_435_456);
  });

  it.each(['15MiB', '0', '2048GiB', 'all'])('refuses “%s”', (text) => {
    expect(() => parseMemoryLimit(text)).toThrow(InvalidArgumentError);
  });
});

describe('parseSchemaMap', () => {
  it('takes pairs', () => {
    expect(parseSchemaMap('shop=copy, crm=crm2')).toEqual({ shop: 'copy', crm: 'crm2' });
  });

  it('takes what a backslash precedes as it is', () => {
    expect(parseSchemaMap(String.raw`a\=b\,c=d\\e`)).toEqual({ 'a=b,c': String.raw`d\e` });
  });

  it.each(['shop', 'shop=', '=copy', 'a=b=c', `a=${'x'.repeat(65)}`])('refuses “%s”', (text) => {
    expect(() => parseSchemaMap(text)).toThrow(InvalidArgumentError);
  });
});

describe('parseDefiners', () => {
  it('takes keep, strip and an account', () => {
    expect(parseDefiners('keep')).toEqual({ kind: 'keep' });
    expect(parseDefiners('strip')).toEqual({ kind: 'strip' });
    expect(parseDefiners('a@b@%')).toEqual({ kind: 'replace', user: 'a@b', host: '%' });
  });

  it('takes the account signed in, and replacements of single accounts', () => {
    expect(parseDefiners('current')).toEqual({ kind: 'current' });
    const one = parseDefiners('map:a@%=b@h');
    const entry = { from: { user: 'a', host: '%' }, to: { user: 'b', host: 'h' } };
    expect(one).toEqual({ kind: 'map', accounts: [entry] });
    expect(parseDefiners('map:x\\=y@h=c@h', one)).toEqual({
      kind: 'map',
      accounts: [entry, { from: { user: 'x=y', host: 'h' }, to: { user: 'c', host: 'h' } }],
    });
    for (const second of ['strip', 'map:a@%=c@h'])
      expect(() => parseDefiners(second, one)).toThrow(InvalidArgumentError);
    expect(() => parseDefiners('keep', { kind: 'strip' })).toThrow(InvalidArgumentError);
  });

  it.each(['drop', '@%', 'root@', '', 'map:', 'map:a@b', 'map:a@b=c', 'map:a@b=c@d=e@f'])(
    'refuses “%s”',
    (text) => {
      expect(() => parseDefiners(text)).toThrow(InvalidArgumentError);
    },
  );
});
