import { promises as fs } from 'fs';
import { join } from 'path';
import type { z } from 'zod';
import { indexedSize, judgeData } from './check-data';
import { dataSetsOf, discover, readData } from './data-files';
import { doneShape, manifestShape, schemaShape, tableShape } from './shapes';
import type { DoneShape, TableShape } from './shapes';

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Unreserved characters, the separator, escapes in upper case, and characters beyond ASCII. */
const FILE_NAME = /^(?:[\w.~@-]|%[0-9A-F]{2}|[^\0-\x7f])+$/;
const LONGEST_NAME_BYTES = 255;
/** The one file that is not of the format: readers look for names, and no object's name begins like this. */
const OWN_FILE = '@.sluice.jsonl';

/** Checks a finished dump folder against the rules of the format, down to its rows: what is broken, in sentences. */
export async function checkDump(folder: string): Promise<readonly string[]> {
  const check = new DumpCheck(folder, await fs.readdir(folder));
  await check.run();
  return check.problems;
}

class DumpCheck {
  readonly problems: string[] = [];
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #claimed = new Set<string>([OWN_FILE]);
  readonly #dataFiles = new Set<string>();
  #dataBytes = 0;
  #hasPartitions = false;

  constructor(folder: string, names: readonly string[]) {
    this.#folder = folder;
    this.#names = new Set(names);
  }

  async run(): Promise<void> {
    await this.#checkNamesAndModes();
    const manifest = await this.#document('@.json', manifestShape);
    const done = await this.#document('@.done.json', doneShape);
    if (manifest === null || done === null) return;
    await this.#script('@.sql');
    await this.#script('@.post.sql');
    if (manifest.users !== undefined) await this.#users('@.users.sql');
    for (const schema of manifest.schemas) {
      await this.#schema(schema, this.#basename(manifest.basenames, schema, '@.json'), done);
    }
    this.#checkManifest(manifest);
    this.#checkDone(done);
    for (const name of this.#names) this.#rule(this.#claimed.has(name), `${name} belongs to nothing`);
  }

  #rule(holds: boolean, problem: string): void {
    if (!holds) this.problems.push(problem);
  }

  async #checkNamesAndModes(): Promise<void> {
    const mode = async (path: string) => (await fs.stat(path)).mode & 0o7777;
    this.#rule((await mode(this.#folder)) === 0o700, 'the folder is open to others');
    for (const name of this.#names) {
      this.#rule(FILE_NAME.test(name), `${name} is not escaped`);
      this.#rule(Buffer.byteLength(name) <= LONGEST_NAME_BYTES, `${name} is too long`);
      this.#rule((await mode(join(this.#folder, name))) === 0o600, `${name} is open to others`);
    }
  }

  /** Returns whether the file is there, and nobody else's. */
  #claim(name: string): boolean {
    this.#rule(!this.#claimed.has(name), `${name} is two things at once`);
    this.#claimed.add(name);
    this.#rule(this.#names.has(name), `${name} is missing`);
    return this.#names.has(name);
  }

  async #text(name: string): Promise<string | null> {
    return this.#claim(name) ? await fs.readFile(join(this.#folder, name), 'utf8') : null;
  }

  async #document<T extends z.ZodType>(name: string, shape: T): Promise<z.infer<T> | null> {
    const text = await this.#text(name);
    if (text === null) return null;
    const parsed = shape.safeParse(JSON.parse(text));
    for (const { path, message } of parsed.error?.issues ?? [])
      this.problems.push(`${name}: ${path.join('.')}: ${message}`);
    return parsed.data ?? null;
  }

  async #script(name: string, ...parts: readonly RegExp[]): Promise<void> {
    const text = await this.#text(name);
    if (text === null) return;
    this.#rule(text.startsWith('-- '), `${name} does not begin with a comment`);
    for (const part of parts) this.#rule(part.test(text), `${name} lacks ${part.source}`);
  }

  /** Read line by line, in groups between comments (dump/schema_dumper.cc, preprocess_users_script). */
  async #users(name: string): Promise<void> {
    const text = await this.#text(name);
    const lines = (text ?? '').split('\n');
    const groups = (word: string) =>
      lines.flatMap((line) => (line.startsWith(`-- ${word} `) ? [line.slice(word.length + 4)] : []));
    this.#rule(groups('begin').join() === groups('end').join(), `${name} has a group that does not end`);
    for (const line of lines.filter((text) => text !== '' && !text.startsWith('--')))
      this.#rule(line.endsWith(';'), `${name} has a statement on several lines: ${line}`);
  }

  #basename(basenames: Readonly<Record<string, string>>, object: string, document: string): string {
    const found = new Map(Object.entries(basenames)).get(object);
    this.#rule(found !== undefined, `${document} has no basename for ${object}`);
    return found ?? '';
  }

  async #schema(schema: string, basename: string, done: DoneShape): Promise<void> {
    const name = `${basename}.json`;
    const document = await this.#document(name, schemaShape);
    if (document === null) return;
    this.#rule(document.schema === schema, `${name} is of another schema`);
    if (document.includesDdl)
      await this.#script(`${basename}.sql`, /^CREATE DATABASE \/\*!32312 IF NOT EXISTS\*\/ /m, /^USE `/m);
    for (const table of document.tables)
      await this.#table(schema, table, this.#basename(document.basenames, table, name), done);
    for (const view of document.includesViewsDdl ? document.views : []) {
      const own = this.#basename(document.basenames, view, name);
      await this.#script(`${own}.pre.sql`, /\bVIEW\b/);
      await this.#script(`${own}.sql`, /\bVIEW\b/);
    }
  }

  async #table(schema: string, table: string, basename: string, done: DoneShape): Promise<void> {
    const name = `${basename}.json`;
    const document = await this.#document(name, tableShape);
    if (document === null) return;
    const { options, partitions } = document;
    this.#rule(options.schema === schema && options.table === table, `${name} is of another table`);
    this.#rule(new Set(options.columns).size === options.columns.length, `${name} has a column twice`);
    for (const column of Object.keys(options.decodeColumns ?? {}))
      this.#rule(options.columns.includes(column), `${name} decodes ${column}, which it does not carry`);
    this.#rule(
      document.extension === (document.compression === 'zstd' ? 'tsv.zst' : 'tsv'),
      `${name} has an extension of another compression`,
    );
    this.#rule(
      partitions.join('\0') === Object.keys(document.basenames).join('\0'),
      `${name} has partitions without basenames`,
    );
    this.#hasPartitions ||= partitions.length > 0;
    if (document.includesDdl) await this.#script(`${basename}.sql`, /^CREATE TABLE IF NOT EXISTS /m);
    if (document.triggers.length > 0) await this.#script(`${basename}.triggers.sql`, /\bTRIGGER\b/);
    if (document.includesData) await this.#data(document, basename, done);
  }

  async #data(document: TableShape, basename: string, done: DoneShape): Promise<void> {
    const { schema, table } = document.options;
    const total = { rows: 0, bytes: 0 };
    for (const set of dataSetsOf(document, basename)) {
      for (const file of discover(this.#names, document, set.basename)) {
        const { rows, bytes } = await this.#dataFile(file, document);
        total.rows += rows;
        total.bytes += bytes;
        const told = done.chunkFileBytes[file];
        this.#rule(told === bytes, `@.done.json tells ${told} bytes of ${file}, which has ${bytes}`);
      }
    }
    const rows = done.tableRows[schema]?.[table];
    const bytes = done.tableDataBytes[schema]?.[table];
    this.#rule(rows === total.rows, `@.done.json tells ${rows} rows of ${table}, which has ${total.rows}`);
    this.#rule(bytes === total.bytes, `@.done.json tells ${bytes} bytes of ${table}, not ${total.bytes}`);
    this.#dataBytes += total.bytes;
  }

  async #dataFile(file: string, document: TableShape): Promise<{ rows: number; bytes: number }> {
    this.#dataFiles.add(file);
    if (!this.#claim(file)) return { rows: 0, bytes: 0 };
    if (document.compression === 'zstd') {
      const stored = await fs.readFile(join(this.#folder, file));
      this.#rule(stored.subarray(0, 4).equals(ZSTD_MAGIC), `${file} is not zstd`);
    }
    const data = await readData(this.#folder, file, document);
    const { rows, breach } = judgeData(data, document);
    this.#rule(breach === null, `${file} ${breach}`);
    if (this.#claim(`${file}.idx`)) {
      const size = indexedSize(await fs.readFile(join(this.#folder, `${file}.idx`)));
      this.#rule(size === BigInt(data.length), `${file}.idx tells ${size} bytes, not ${data.length}`);
    }
    return { rows, bytes: data.length };
  }

  #checkManifest(manifest: z.infer<typeof manifestShape>): void {
    const { capabilities, source } = manifest;
    const aware = capabilities.some(({ id }) => id === 'partition_awareness');
    this.#rule(aware === this.#hasPartitions, '@.json: partition_awareness does not fit the tables');
    if (source === undefined) return;
    const { version, binlog } = source;
    this.#rule(
      version === manifest.serverVersion &&
        binlog.file === manifest.binlogFile &&
        binlog.position === manifest.binlogPosition &&
        binlog.gtidExecuted === manifest.gtidExecuted,
      '@.json: source differs from the flat keys',
    );
  }

  #checkDone(done: DoneShape): void {
    this.#rule(done.dataBytes === this.#dataBytes, '@.done.json tells another sum of bytes');
    for (const file of Object.keys(done.chunkFileBytes))
      this.#rule(this.#dataFiles.has(file), `@.done.json tells of ${file}, which is no data file`);
  }
}
