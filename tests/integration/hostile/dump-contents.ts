import { promises as fs } from 'fs';
import { join } from 'path';

/** Facts on when, where and by whom a dump was taken, and on statistics: not on its contents. */
const MOMENTS: ReadonlySet<string> = new Set([
  'begin',
  'end',
  'binlogFile',
  'binlogPosition',
  'binlog',
  'gtidExecuted',
  'writer',
  'estimated',
  // Digests of files that tell such things.
  'files',
  'sluiceFacts',
]);

/**
 * All that a dump says, by file: documents as values, scripts as they are, and the recorded facts of the data, which
 * hold the digest of every chunk. Tables finish in any order, so the lines of facts have none.
 */
export async function dumpContents(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const contents: Record<string, unknown> = {};
  for (const name of (await fs.readdir(folder)).sort()) contents[name] = await contentOf(join(folder, name));
  return contents;
}

async function contentOf(path: string): Promise<unknown> {
  if (!/\.(?:json|jsonl|sql)$/.test(path)) return 'data';
  const text = await fs.readFile(path, 'utf8');
  // The digested files are compared themselves; some files say when they were written.
  if (path.endsWith('.jsonl'))
    return text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('{"fact":"files"'))
      .map(factOf)
      .sort();
  return path.endsWith('.json') ? JSON.parse(text, withoutMoments) : text;
}

function factOf(line: string): string {
  return JSON.stringify(JSON.parse(line, withoutMoments));
}

function withoutMoments(key: string, value: unknown): unknown {
  const isDigest = typeof value === 'object' && value !== null && 'sha256' in value;
  return MOMENTS.has(key) || isDigest ? undefined : value;
}
