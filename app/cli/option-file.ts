import { readFileSync } from 'fs';
import { SluiceError } from '../contract/failure';

const GROUPS: ReadonlySet<string> = new Set(['client', 'sluice']);

/**
 * The password of an option file's `[client]` or `[sluice]` group, the last one winning, as the servers' own clients
 * read it (MySQL manual, "Using Option Files"); null where there is none.
 */
export function passwordOfOptionFile(path: string): string | null {
  return parsePassword(readOptionFile(path));
}

function readOptionFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SluiceError('usage', `The option file can’t be read: ${(error as Error).message}.`);
  }
}

export function parsePassword(text: string): string | null {
  let inGroup = false;
  let password: string | null = null;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const group = /^\[(.+)\]$/.exec(line);
    if (group !== null) inGroup = GROUPS.has(group[1] ?? '');
    const option = /^(?:loose[-_])?password\s*=\s*(.*)$/.exec(line);
    if (inGroup && option !== null) password = unquote(option[1] ?? '');
  }
  return password;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  s: ' ',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const BEFORE_COMMENT = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^#"'])*/;

/** Outside quotes a # begins a comment; a backslash before any other character than the escapes' stays. */
function unquote(value: string): string {
  const bare = (BEFORE_COMMENT.exec(value)?.[0] ?? '').trimEnd();
  const text = /^(["'])(.*)\1$/.exec(bare)?.[2] ?? bare;
  return text.replace(/\\(.)/g, (both, character: string) => ESCAPES[character] ?? both);
}
