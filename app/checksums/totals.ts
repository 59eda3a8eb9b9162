import type { EngineBatch, EngineEvent } from '../engine/events';
import type { EngineDumpTable } from '../engine/specs';
import { checksumFailures } from '../text/checksums';

/** Checksum event of a data set that the engine loaded or read again. */
type Checksummed = Extract<EngineEvent, { kind: 'table-checksummed' }>;

/** Rows and bytes of a table, and the checksum of its rows' hashes modulo 2^64. */
export interface TableChecksum {
  readonly rows: number;
  readonly bytes: number;
  readonly checksum: bigint;
}

export const NO_ROWS: TableChecksum = { rows: 0, bytes: 0, checksum: BigInt(0) };

const MODULUS = BigInt(2) ** BigInt(64);

/** Adds up the checksums of two sets of rows. */
export function together(one: TableChecksum, other: TableChecksum): TableChecksum {
  return {
    rows: one.rows + other.rows,
    bytes: one.bytes + other.bytes,
    checksum: (one.checksum + other.checksum) % MODULUS,
  };
}

/** Parses a checksum of the engine: 16 hexadecimal digits. */
export function checksumOf(digits: string): bigint {
  return BigInt(`0x${digits}`);
}

export function digitsOf({ checksum }: TableChecksum): string {
  return checksum.toString(16).padStart(16, '0');
}

export function areEqual(one: TableChecksum, other: TableChecksum): boolean {
  return one.rows === other.rows && one.checksum === other.checksum;
}

/** Collects the engine's results for each data set and each table. */
export class Checksums {
  readonly #summed = new Map<number, Checksummed>();
  readonly #counted = new Map<number, number>();
  readonly #waiting = new Set<() => void>();

  take(batch: EngineBatch): void {
    for (const event of batch.events) {
      if (event.kind === 'table-checksummed') this.#summed.set(event.table, event);
      if (event.kind === 'table-loaded') this.#counted.set(event.table, event.countedRows);
    }
    for (const look of this.#waiting) look();
  }

  /** Resolves when the results of all these data sets are in. */
  async until(ids: readonly number[]): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!ids.every((id) => this.#summed.has(id))) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Returns the checksum of all these data sets. Fails where one is missing. */
  of(parts: readonly Pick<EngineDumpTable, 'id' | 'schema' | 'table'>[]): TableChecksum {
    return parts.map((part) => this.#ofOne(part)).reduce(together, NO_ROWS);
  }

  /** Returns the checksum of one data set; undefined while it isn't known. */
  told(id: number): TableChecksum | undefined {
    const part = this.#summed.get(id);
    return part === undefined
      ? undefined
      : { rows: part.rows, bytes: part.bytes, checksum: checksumOf(part.checksum) };
  }

  /** Returns the result of `COUNT(*)` in the target, by the id of the table's first part. */
  counted(id: number): number | undefined {
    return this.#counted.get(id);
  }

  #ofOne({ id, schema, table }: Pick<EngineDumpTable, 'id' | 'schema' | 'table'>): TableChecksum {
    const told = this.told(id);
    if (told !== undefined) return told;
    throw checksumFailures.notSummed({ table: `${schema}.${table}` });
  }
}
