import { onTable } from '../catalog/trigger-head';
import type { DumpSchema, DumpTable } from '../format/reader';
import { splitScript } from '../format/script';
import { storedObjectOf, type NamedObject } from '../format/stored-object';
import type { MadeObject } from './journal';

type Takes = (object: NamedObject) => boolean;

/** Which statements of a schema's scripts a load runs, and how: without the objects that it leaves out or keeps. */
export class ObjectStatements {
  readonly #takes: Takes;

  /** `only`: of the stored objects just these; null for all that the schema brings. */
  constructor(source: DumpSchema, only: readonly MadeObject[] | null) {
    const brought = new Set(broughtBy(source).map(keyOf));
    const wanted = only === null ? null : new Set(only.map(keyOf));
    this.#takes = (object) => {
      const key = keyOf(object);
      return brought.has(key) && (wanted?.has(key) ?? true);
    };
  }

  /** The schema and its sequences are there already. */
  ofSchema(script: string): readonly string[] {
    return splitScript(script).filter((statement) => {
      const object = storedObjectOf(statement);
      return object === null ? !isHead(statement) : object.kind !== 'sequence' && this.#takes(object);
    });
  }

  /** The table's triggers, on the table that bears its name now. */
  ofTable(script: string, table: DumpTable): readonly string[] {
    return splitScript(script)
      .filter((statement) => {
        const object = storedObjectOf(statement);
        return object === null || this.#takes(object);
      })
      .map((statement) => withTable(statement, table));
  }

  /** The statements of a script of ours that make what is loaded, with the settings under which they do. */
  comparable(script: string, table: DumpTable | null): readonly string[] {
    const statements = splitScript(script);
    return statements.flatMap((statement, at) => {
      const object = storedObjectOf(statement);
      if (object === null) return isHead(statement) || isSetting(statement) ? [] : [statement];
      if (!this.#takes(object)) return [];
      const own = table === null ? statement : withTable(statement, table);
      if (object.kind === 'sequence') return [own];
      // Saved, applied, and put back behind it.
      return [...statements.slice(Math.max(at - 2, 0), at), own, ...statements.slice(at + 1, at + 2)];
    });
  }
}

function broughtBy({ document, tables }: DumpSchema): readonly NamedObject[] {
  const { functions, procedures, events, packages = [], libraries = [], sequences = [] } = document;
  const named = (kind: NamedObject['kind'], names: readonly string[]) =>
    names.map((name) => ({ kind, name }));
  return [
    ...named('function', functions),
    ...named('procedure', procedures),
    ...named('event', events),
    ...named('package', packages),
    ...named('library', libraries),
    ...named('sequence', sequences),
    ...named(
      'trigger',
      tables.flatMap((table) => table.document.triggers),
    ),
  ];
}

function keyOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name.toLowerCase()}`;
}

function withTable(statement: string, { name, dumpedName }: DumpTable): string {
  return name !== dumpedName && storedObjectOf(statement)?.kind === 'trigger'
    ? onTable(statement, name)
    : statement;
}

function isHead(statement: string): boolean {
  return /^(CREATE DATABASE|USE) /.test(statement);
}

function isSetting(statement: string): boolean {
  return /^SET (?:SESSION |@saved_)/.test(statement);
}
