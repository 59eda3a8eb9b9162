import { parseDefinition } from '../../catalog/definition/definition';
import { has } from '../../catalog/server/dialect';
import type { StoredObject } from '../../catalog/objects/objects';
import type { TableFacts } from '../../catalog/objects/tables';
import type { MigrationFinding, MigrationFix } from '../../contract/runs/migrate';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { hasExpression } from '../../target/indexes/deferrable';
import { judgeType } from '../../target/convert/types';
import type { ServerSide } from './facts';
import { precheckText } from '../../text/migrate/precheck';

/** Checks of one table or object against the target. Pure: what these rules do not know, the target itself refuses. */

export interface JudgedTable {
  readonly facts: TableFacts;
  readonly createTable: string;
}

export function judgeTable(
  { facts, createTable }: JudgedTable,
  source: ServerSide,
  target: ServerSide,
  fixes: ReadonlySet<MigrationFix>,
): readonly MigrationFinding[] {
  const object = `${facts.schema}.${facts.name}`;
  return [
    ...judgeEngine(facts, target, object),
    ...(source.vendor === target.vendor ? [] : judgeForeign({ facts, createTable }, target, fixes, object)),
  ];
}

/** Checks the engine: a server that lacks it may use another one without an error. */
function judgeEngine(
  { engine }: TableFacts,
  target: ServerSide,
  object: string,
): readonly MigrationFinding[] {
  if (engine === '' || target.engines.has(engine.toLowerCase())) return [];
  return [{ kind: 'advised', severity: 'blocks', rule: 'engine', object, ...precheckText.noEngine(engine) }];
}

function judgeForeign(
  { facts, createTable }: JudgedTable,
  target: ServerSide,
  fixes: ReadonlySet<MigrationFix>,
  object: string,
): readonly MigrationFinding[] {
  const found: MigrationFinding[] = [];
  if (facts.kind === 'system-versioned') {
    found.push({
      kind: 'advised',
      severity: 'blocks',
      rule: 'system-versioning',
      object,
      ...precheckText.systemVersioned,
    });
  }
  for (const { name, dataType, columnType } of facts.columns) {
    const column = `${object}.${name}`;
    if (target.vendor === 'mariadb' && dataType === 'json') {
      const said = precheckText.jsonAsText;
      found.push({ kind: 'advised', severity: 'warns', rule: 'json-as-text', object: column, ...said });
    }
    const finding = judgeType({ object: column, type: dataType, printed: columnType }, { target, fixes });
    if (finding !== null) found.push(finding);
  }
  for (const index of parseDefinition(createTable).indexes) {
    if (target.vendor !== 'mariadb' || !hasExpression(index)) continue;
    found.push({
      kind: 'advised',
      severity: 'blocks',
      rule: 'functional-index',
      object,
      ...precheckText.indexOnExpression(index.name),
    });
  }
  return found;
}

/** Checks libraries: a target of another vendor or of an older version has none. */
export function judgeLibraries(
  { schema, objects }: Pick<SchemaPlan, 'schema' | 'objects'>,
  target: ServerSide,
): readonly MigrationFinding[] {
  if (has(target, 'libraries')) return [];
  return objects
    .filter(({ kind }) => kind === 'library')
    .map(({ name }) => ({
      kind: 'advised',
      severity: 'blocks',
      rule: 'library',
      object: `${schema}.${name}`,
      ...precheckText.noLibraries,
    }));
}

/** Checks for kinds of objects that only MariaDB has, from some version on. */
export function judgeKinds(
  schema: string,
  {
    objects,
    sequences,
  }: { readonly objects: readonly StoredObject[]; readonly sequences: readonly { readonly name: string }[] },
  target: ServerSide,
): readonly MigrationFinding[] {
  const block = (kind: 'sequence' | 'package', name: string): MigrationFinding => ({
    kind: 'advised',
    severity: 'blocks',
    rule: kind,
    object: `${schema}.${name}`,
    ...precheckText.noSuchObjects(kind),
  });
  const packages = objects.filter(({ kind }) => kind === 'package');
  return [
    ...(has(target, 'sequences') ? [] : sequences.map(({ name }) => block('sequence', name))),
    ...(has(target, 'packages') ? [] : packages.map(({ name }) => block('package', name))),
  ];
}
