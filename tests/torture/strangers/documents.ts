import type { Draw } from './statements';

const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    0.5,
    1e308,
    2 ** 53,
    '',
    '../../etc/passwd',
    '/etc/passwd',
    'a'.repeat(5_000),
    [],
    {},
    '\0',
  ],
  ...[
    '__proto__',
    'constructor',
    'shop',
    'orders',
    ['orders', 'orders'],
    { __proto__: 1 },
    '\ud800',
    '`',
    '\\',
  ],
  ...['@.json', 'shop@orders@0.tsv', '9.7.4', '2.0.1', '99.0.0', 'zstd', 'gzip', 'tsv.zst'],
];

/** A file of a dump with another value somewhere in its JSON, or with some of its characters changed. */
export function mutateFile(text: string, draw: Draw): string {
  const lines = text.split('\n');
  const at = draw(lines.length);
  const document = parse(lines[at] ?? '');
  if (draw(3) === 0 || typeof document !== 'object') return mutateCharacters(text, draw);
  lines[at] = JSON.stringify(withAnother(document, draw));
  return lines.join('\n');
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function withAnother(value: unknown, draw: Draw): unknown {
  if (typeof value !== 'object' || value === null || draw(4) === 0) return VALUES[draw(VALUES.length)];
  const entries = Object.entries(value);
  const chosen = draw(entries.length + 1);
  const changed = entries.flatMap(([name, inner], at): (readonly [string, unknown])[] => {
    if (at !== chosen) return [[name, inner]];
    return draw(4) === 0 ? [] : [[name, withAnother(inner, draw)]];
  });
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

function mutateCharacters(text: string, draw: Draw): string {
  const at = draw(text.length + 1);
  const behind = text.slice(at + draw(4));
  const put = ['', '\0', '"', '}', '[', '\n', '\ufffd', '['.repeat(50_000), '\\u0000'][draw(9)] ?? '';
  return draw(5) === 0 ? text.slice(0, at) : text.slice(0, at) + put + behind;
}
