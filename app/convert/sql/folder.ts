import { quoteName } from '../../catalog/text/quote';
import type { EngineNewFile } from '../../engine/addon';
import { LOAD_ORDER_FILE, Stems } from '../../format/names';
import type { DumpSchema } from '../../format/read/dump';
import type { ChosenDump } from '../chosen-dump';
import type { ScriptSplit } from '../request';
import { createdBy, programsOf, triggersOf } from './programs';
import {
  footOfScript,
  headOfScript,
  objectsText,
  schemasText,
  scriptOf,
  tablePart,
  textPart,
  useText,
  type ScriptPart,
} from './script';
import { createdTable } from './table';

interface Writing {
  readonly sluiceVersion: string;
  readonly split: ScriptSplit;
  /** Behind the names of packed files. */
  readonly suffix: string;
}

type NamedPart = ScriptPart & { readonly name: string };

/**
 * Several scripts in a folder, and a list of them in the order in which they are loaded, one after the other. Each sets
 * and restores the session's settings, so that they may be loaded in one session or in several.
 */
export class ScriptFolder {
  readonly #dump: ChosenDump;
  readonly #writing: Writing;
  readonly #stems = new Stems('.');
  readonly #names: string[] = [];

  constructor(dump: ChosenDump, writing: Writing) {
    this.#dump = dump;
    this.#writing = writing;
    for (const stem of ['load-order', 'schemas', 'objects']) this.#stems.of(stem);
  }

  async *parts(): AsyncGenerator<NamedPart> {
    const order = this.#writing.split === 'schema' ? await schemasInOrder(this.#dump) : null;
    if (order === null) yield* this.#byStep();
    else for (const schema of order) yield* this.#whole(schema);
  }

  files(): readonly EngineNewFile[] {
    return [{ name: LOAD_ORDER_FILE, text: this.#names.map((name) => `${name}\n`).join('') }];
  }

  /** All of a schema in one script: none before needs it. */
  async *#whole(schema: DumpSchema): AsyncGenerator<NamedPart> {
    const name = this.#named(this.#stems.of(schema.name));
    for await (const part of scriptOf({ ...this.#dump, schemas: [schema] }, this.#writing.sluiceVersion))
      yield { ...part, name };
  }

  /** Schemas, then tables, then all that may refer to tables of any schema. */
  async *#byStep(): AsyncGenerator<NamedPart> {
    const { schemas } = this.#dump;
    yield { ...this.#framed(await schemasText(this.#dump)), name: this.#named('schemas') };
    for (const schema of schemas) {
      if (this.#writing.split === 'schema' && schema.tables.length > 0) yield* this.#tablesOf(schema);
      if (this.#writing.split === 'table') yield* this.#tableByTable(schema);
    }
    const objects = await objectsText(this.#dump);
    if (objects !== '') yield { ...this.#framed(objects), name: this.#named('objects') };
  }

  async *#tablesOf(schema: DumpSchema): AsyncGenerator<NamedPart> {
    const name = this.#named(this.#stems.of(schema.name));
    yield { ...textPart(this.#head(schema)), name };
    for (const table of schema.tables) yield { ...(await tablePart(this.#dump, table)), name };
    yield { ...textPart(footOfScript()), name };
  }

  async *#tableByTable(schema: DumpSchema): AsyncGenerator<NamedPart> {
    for (const table of schema.tables) {
      const part = await tablePart(this.#dump, table);
      yield {
        ...part,
        name: this.#named(this.#stems.of(schema.name, table.name)),
        before: this.#head(schema) + part.before,
        after: footOfScript(),
      };
    }
  }

  #framed(text: string): ScriptPart {
    return textPart(headOfScript(this.#dump, this.#writing.sluiceVersion) + text + footOfScript());
  }

  #head(schema: DumpSchema): string {
    return headOfScript(this.#dump, this.#writing.sluiceVersion) + useText(schema);
  }

  #named(stem: string): string {
    const name = `${stem}.sql${this.#writing.suffix}`;
    this.#names.push(name);
    return name;
  }
}

/** The schemas, each after those that its definitions name; null where some name each other. */
async function schemasInOrder(dump: ChosenDump): Promise<readonly DumpSchema[] | null> {
  const named = new Map<DumpSchema, readonly DumpSchema[]>();
  for (const schema of dump.schemas) {
    const text = await definitionsOf(dump, schema);
    named.set(
      schema,
      dump.schemas.filter((other) => other !== schema && names(text, other.name)),
    );
  }
  const order: DumpSchema[] = [];
  while (order.length < dump.schemas.length) {
    const next = dump.schemas.find(
      (schema) => !order.includes(schema) && named.get(schema)?.every((other) => order.includes(other)),
    );
    if (next === undefined) return null;
    order.push(next);
  }
  return order;
}

async function definitionsOf(dump: ChosenDump, schema: DumpSchema): Promise<string> {
  const statements = [...(await programsOf(dump, schema))];
  for (const table of schema.tables)
    statements.push(...(await createdTable(dump, table)).statements, ...(await triggersOf(dump, table)));
  for (const { stem } of schema.document.includesViewsDdl ? schema.views : [])
    statements.push(...(await createdBy(dump, `${stem}.sql`)));
  return statements.join('\n').toLowerCase();
}

/** Returns whether a text may name something in a schema. An alias may have the name too: then it only seems so. */
function names(text: string, schema: string): boolean {
  const name = schema.toLowerCase();
  return [quoteName(name), name].some((word) => text.includes(`${word}.`) || text.includes(`${word} .`));
}
