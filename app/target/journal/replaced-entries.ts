import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import type { AsideTable, DetachedObject } from './records';

/** Tables that a load has set aside. */
export class AsideTables {
  /** By the quoted table. */
  readonly #tables = new Map<string, AsideTable>();
  readonly #names = new Map<string, string>();

  add(table: AsideTable): void {
    this.#tables.set(quoteTable(table.schema, table.name), table);
    this.#names.set(quoteName(table.aside), quoteName(table.name));
  }

  get all(): readonly AsideTable[] {
    return [...this.#tables.values()];
  }

  get count(): number {
    return this.#tables.size;
  }

  of(schema: string, name: string): AsideTable | null {
    return this.#tables.get(quoteTable(schema, name)) ?? null;
  }

  /** Returns the quoted name that a table had before it was set aside; the same one for any other table. */
  oldName(quoted: string): string {
    return this.#names.get(quoted) ?? quoted;
  }
}

type NamedObject = Pick<DetachedObject, 'kind' | 'schema' | 'name'>;

/** Objects that a load has dropped and will create again. */
export class DetachedObjects {
  readonly #objects = new Map<string, DetachedObject>();

  add(object: DetachedObject): void {
    this.#objects.set(keyOf(object), object);
  }

  /** In the order in which they are to be created again. */
  get all(): readonly DetachedObject[] {
    return [...this.#objects.values()];
  }

  get count(): number {
    return this.#objects.size;
  }

  of(object: NamedObject): DetachedObject | null {
    return this.#objects.get(keyOf(object)) ?? null;
  }
}

function keyOf({ kind, schema, name }: NamedObject): string {
  return `${kind} ${quoteTable(schema, name)}`;
}

interface Collection<Entry> {
  add(entry: Entry): void;
}

/**
 * Entries that the load alone writes: read once, and remembered from then on, because a load that replaces tables asks
 * for them at each. After a failed write they are read again: it may have arrived.
 */
export class RememberedEntries<Entry, Known extends Collection<Entry>> {
  readonly #create: () => Known;
  readonly #read: (session: ControlSession) => Promise<readonly Entry[]>;
  #known: Known | null = null;

  constructor(create: () => Known, read: (session: ControlSession) => Promise<readonly Entry[]>) {
    this.#create = create;
    this.#read = read;
  }

  async known(session: ControlSession): Promise<Known> {
    if (this.#known !== null) return this.#known;
    const known = this.#create();
    for (const entry of await this.#read(session)) known.add(entry);
    this.#known = known;
    return known;
  }

  /** Remembers entries when `write` has written them. */
  async add(entries: readonly Entry[], write: () => Promise<void>): Promise<void> {
    const known = this.#known;
    this.#known = null;
    await write();
    for (const entry of entries) known?.add(entry);
    this.#known = known;
  }

  forget(): void {
    this.#known = null;
  }
}
