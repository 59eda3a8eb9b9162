import { promises as fs } from 'fs';
import { z } from 'zod';
import type { Addon } from '../addon';
import type { EngineFailure } from '../events';
import { spooledDigest } from '../words/spooled-input';
import type {
  EngineKnownRows,
  EngineScanSpec,
  EngineScriptItem,
  EngineScriptRows,
  EngineScriptScan,
} from './scans';

const MIB = 1 << 20;

/** A smaller script is read in a moment. */
const LEAST_SCRIPT_BYTES = 32 * MIB;
/** Rows of one head that are fewer bytes together are read in a moment: a script may have many such tables. */
const LEAST_BYTES = MIB;
/** Those of a script of 800 GB, in ranges of 16 MiB. */
const MOST_RANGES = 50_000;
/** Form of what is kept. A number more has scripts scanned again whose scan has become another one. */
const FORM = 2;

/** Store of values that may be lost at any time. No promise rejects. */
export interface ScanCache {
  /** Resolves to null where there is none. */
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
}

/**
 * Engine that keeps where the rows of large scripts lie, so that a load that is resumed in another process reads only what
 * stands between them. A script that has changed is another one; copies of standard input are not kept.
 */
export function withKeptScans(engine: Addon, cache: ScanCache): Addon {
  return {
    ...engine,
    scanScript: (spec) =>
      spooledDigest(spec.path) === null ? new KeptScan(engine, cache, spec) : engine.scanScript(spec),
  };
}

interface BegunScan {
  readonly scan: EngineScriptScan;
  /** Null where the file can't be looked at. */
  readonly key: string | null;
  /** Null where none were kept. */
  readonly known: readonly EngineKnownRows[] | null;
}

class KeptScan implements EngineScriptScan {
  readonly #engine: Addon;
  readonly #cache: ScanCache;
  readonly #spec: EngineScanSpec;
  readonly #found = new FoundRows();
  #begun: BegunScan | null = null;

  constructor(engine: Addon, cache: ScanCache, spec: EngineScanSpec) {
    this.#engine = engine;
    this.#cache = cache;
    this.#spec = spec;
  }

  async next(): Promise<readonly EngineScriptItem[] | EngineFailure | null> {
    const begun = (this.#begun ??= await this.#begin());
    const items = await begun.scan.next();
    if (items === null) await this.#end(begun);
    else if ('code' in items) await this.#fail(begun);
    else for (const item of items) this.#found.add(item);
    return items;
  }

  readBytes(): number {
    return this.#begun?.scan.readBytes() ?? 0;
  }

  async #begin(): Promise<BegunScan> {
    const key = await keyOf(this.#spec, this.#engine.version().engine);
    const kept = key === null ? null : knownSchema.safeParse(await this.#cache.get(key));
    const known = kept?.success === true ? kept.data : null;
    const spec = known === null ? this.#spec : { ...this.#spec, known };
    return { scan: this.#engine.scanScript(spec), key, known };
  }

  async #end({ key, known }: BegunScan): Promise<void> {
    const found = this.#found.all();
    if (key === null) return;
    if (known !== null) {
      // Its bytes are not those that were scanned, whatever its times say.
      if (JSON.stringify(found) !== JSON.stringify(known)) await this.#cache.drop(key);
      return;
    }
    const isSame = (await keyOf(this.#spec, this.#engine.version().engine)) === key;
    if (found !== null && found.length > 0 && isSame) await this.#cache.put(key, found);
  }

  /** The next scan reads everything. */
  async #fail({ key, known }: BegunScan): Promise<void> {
    if (key !== null && known !== null) await this.#cache.drop(key);
  }
}

/** Identifies the bytes of a file, and all that decides how they are scanned; null where it can't be looked at. */
async function keyOf(spec: EngineScanSpec, version: string): Promise<string | null> {
  const { path, compression, entry, ends, bytesPerRun } = spec;
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await fs.stat(path, { bigint: true });
    const file = [dev, ino, size, mtimeNs, ctimeNs].map(String);
    return JSON.stringify([FORM, version, file, compression, entry, ends, bytesPerRun]);
  } catch {
    return null;
  }
}

/** Collects the rows of a scan that are worth keeping: all of one head that follow each other, or none of them. */
class FoundRows {
  readonly #kept: EngineKnownRows[] = [];
  #group: EngineKnownRows[] = [];
  #groupBytes = 0;
  #head = '';
  #isWhole = false;
  #scriptBytes = 0;
  #isTooMany = false;

  add(item: EngineScriptItem): void {
    if (item.kind === 'rows') this.#rows(item);
    if (item.kind !== 'end') return;
    this.#endGroup();
    // A script that is cut is refused: it will be another one.
    this.#isWhole = item.cut === null;
    this.#scriptBytes = item.bytes;
  }

  /** Null where the script is not worth it. */
  all(): readonly EngineKnownRows[] | null {
    const isLarge = this.#isWhole && this.#scriptBytes >= LEAST_SCRIPT_BYTES;
    return isLarge && !this.#isTooMany ? this.#kept : null;
  }

  #rows(item: EngineScriptRows): void {
    if (this.#isTooMany) return;
    const head = JSON.stringify([item.verb, item.schema, item.table, item.columns]);
    if (head !== this.#head) this.#endGroup();
    this.#head = head;
    this.#groupBytes += item.length;
    this.#group.push(placeOf(item));
    this.#isTooMany = this.#kept.length + this.#group.length > MOST_RANGES;
  }

  #endGroup(): void {
    if (this.#groupBytes >= LEAST_BYTES) this.#kept.push(...this.#group);
    this.#group = [];
    this.#groupBytes = 0;
  }
}

const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const columns = z.number().int().min(0).max(0xffffffff);

const knownSchema = z
  .array(
    z.object({
      offset: whole,
      length: whole,
      rows: whole,
      line: whole,
      lines: whole,
      isComputed: z.boolean(),
      nulls: columns,
      zeros: columns,
      numbers: z.array(whole),
      notYears: z.array(whole),
      notOwnTexts: z.array(whole),
      backward: whole,
      plain: columns,
      notUtf8: columns,
      charsets: z.array(z.string()),
    }),
  )
  .max(MOST_RANGES);

function placeOf(item: EngineScriptRows): EngineKnownRows {
  const { offset, length, rows, line, lines, isComputed } = item;
  const { nulls, zeros, numbers, notYears, notOwnTexts, backward, plain, notUtf8, charsets } = item;
  return {
    ...{ offset, length, rows, line, lines, isComputed },
    ...{ nulls, zeros, numbers, notYears, notOwnTexts, backward, plain, notUtf8, charsets },
  };
}
