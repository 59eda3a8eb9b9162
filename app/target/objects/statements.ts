import { headOf } from '../../catalog/definition/statement-head';
import { onTable, withoutTriggerSchema } from '../../catalog/definition/trigger-head';
import { isPlace } from '../../format/sql/creation';
import { splitScript } from '../../format/sql/script';
import { keyOf, objectNamesIn, storedObjectOf, type NamedObject } from '../../format/sql/stored-object';
import { placedIn } from '../names/schema-qualifier';
import type { DumpSchema, DumpTable } from '../../format/read/dump';
import type { CreatedObject } from '../journal/created-object';

type Takes = (object: NamedObject) => boolean;

/** Statements of a schema's scripts that a load runs, without the objects that it leaves out or keeps. */
export class ObjectStatements {
  readonly #takes: Takes;
  readonly #source: string;

  /** Selects the stored objects in `only`; null for all that the schema has. */
  constructor(source: DumpSchema, only: readonly CreatedObject[] | null) {
    this.#source = source.name;
    const brought = new Set(objectNamesIn(source).map(keyOf));
    const wanted = only === null ? null : new Set(only.map(keyOf));
    this.#takes = (object) => {
      const key = keyOf(object);
      return brought.has(key) && (wanted?.has(key) ?? true);
    };
  }

  /**
   * Returns the statements that create stored objects of these kinds, with the settings between them. The schema exists
   * already.
   */
  ofSchema(script: string, kinds: ReadonlySet<CreatedObject['kind']>): readonly string[] {
    return splitScript(script)
      .filter((statement) => {
        const object = storedObjectOf(statement);
        return object === null ? !isPlace(statement) : kinds.has(object.kind) && this.#takes(object);
      })
      .map((statement) => placedIn(this.#source, statement));
  }

  /** Returns the statements that create the table's triggers, on the table with its present name. */
  ofTable(script: string, table: DumpTable): readonly string[] {
    return splitScript(script)
      .filter((statement) => {
        const object = storedObjectOf(statement);
        return object === null ? !isPlace(statement) : this.#takes(object);
      })
      .map((statement) => withTable(placedIn(this.#source, statement), table));
  }

  /**
   * Returns the text of each object that a script of ours creates, with its settings; in the order of creation, by
   * {@link keyOf}.
   */
  textsOf(script: string, table: DumpTable | null): ReadonlyMap<string, string> {
    const statements = splitScript(script);
    const texts = new Map<string, string>();
    for (const [at, statement] of statements.entries()) {
      const object = storedObjectOf(statement);
      if (object === null || !this.#takes(object)) continue;
      const plain = withoutTriggerSchema(statement);
      const own = table === null ? plain : withTable(plain, table);
      // Saved, applied, and put back behind it.
      const around =
        object.kind === 'sequence'
          ? [own]
          : [...statements.slice(Math.max(at - 2, 0), at), own, ...statements.slice(at + 1, at + 2)];
      const key = keyOf(object);
      const before = texts.get(key);
      texts.set(key, [...(before === undefined ? [] : [before]), ...around].join('\n'));
    }
    return texts;
  }
}

/** Returns the text of the view that a script of ours creates. */
export function viewText(script: string): string {
  return splitScript(script)
    .filter((statement) => !isSetting(statement))
    .join('\n');
}

/**
 * Names the table of a trigger as the load does: the table may be renamed, and MariaDB keeps a trigger's statement as it
 * was typed, in whatever case its server ignored.
 */
function withTable(statement: string, { name }: DumpTable): string {
  const table = headOf(statement)?.table?.name ?? name;
  return table === name ? statement : onTable(statement, name);
}

function isSetting(statement: string): boolean {
  return /^SET (?:SESSION |@saved_)/.test(statement);
}
