import { groups } from '../../text/cli/groups';
import type { Command } from 'commander';
import type {
  Content,
  ExcludeRule,
  IncludeRule,
  LoadSelection,
  Selection,
  TableRename,
} from '../../contract/runs/options';
import { patternOf, splitPatterns, withoutEscapes } from '../../contract/commands/pattern';
import { byName } from '../../contract/by-name';
import { parseList } from './arguments';
import { splitSchema } from './dsn';
import { ofTable, parseQualified, qualified } from './names';
import type { RowArguments } from './options';
import { selectionHelp } from '../../text/cli/help/options/selection';
import { usageFailures } from '../../text/cli/usage';

/** Options of a command that select objects. */
export interface ObjectArguments {
  readonly schemas: readonly string[];
  readonly tables: readonly string[];
  readonly routines: readonly string[];
  readonly events: readonly string[];
  readonly excludeSchemas: readonly string[];
  readonly excludeTables: readonly string[];
  readonly excludeRoutines: readonly string[];
  readonly excludeEvents: readonly string[];
  readonly excludeTriggers: readonly string[];
}

/** Accounts and roles, as `USER@HOST`. */
export interface AccountArguments {
  readonly users: readonly string[];
  readonly excludeUsers: readonly string[];
}

/** Options of a dump that select objects, accounts and rows. */
export interface SelectionArguments extends ObjectArguments, AccountArguments, RowArguments {
  readonly ddlOnly: boolean;
  readonly dataOnly: boolean;
}

/**
 * Takes the schema that the path of the source's DSN names as what is selected. Fails with `usage` where objects are
 * selected by options too.
 */
export function withSchemaOfSource<T extends ObjectArguments & { readonly source: string }>(options: T): T {
  const { server, schema } = splitSchema(options.source);
  if (schema === null) return options;
  const { schemas, tables, routines, events } = options;
  if ([schemas, tables, routines, events].some((names) => names.length > 0))
    throw usageFailures.schemaTwice({ schema });
  return { ...options, source: server, schemas: [patternOf(schema)] };
}

/** Builds a dump's selection. Without any name to include, it is everything except the server's own schemas. */
export function toSelection(wish: SelectionArguments): Selection {
  return { ...toRules(wish), ...toRows(wish), content: contentOf(wish), ...toAccounts(wish) };
}

/** Builds the selection of rows of single tables. */
export function toRows({ where, partitions }: RowArguments): Pick<Selection, 'where' | 'partitions'> {
  return {
    where: where.map((text) => {
      const { schema, table, value } = ofTable(text);
      return { schema, table, condition: value };
    }),
    partitions: partitions.map((text) => {
      const { schema, table, value } = ofTable(text);
      return {
        schema,
        table,
        partitions: splitPatterns(value, ',').map((name) => withoutEscapes(name.trim())),
      };
    }),
  };
}

/** Builds the selection of objects from a dump for a load. */
export function toLoadSelection(
  wish: ObjectArguments & { readonly ddlOnly: boolean; readonly dataOnly: boolean },
): LoadSelection {
  return { ...toRules(wish), content: wish.ddlOnly ? 'structure' : wish.dataOnly ? 'data' : 'everything' };
}

/** Builds the selection of accounts. */
export function toAccounts({
  users,
  excludeUsers,
}: AccountArguments): Pick<Selection, 'users' | 'excludeUsers'> {
  return { users: [...users], excludeUsers: [...excludeUsers] };
}

/** The options that name objects, for a command that takes some of them and leaves others out. */
export function addObjectOptions(command: Command): Command {
  command.optionsGroup(groups.selection);
  const names = (flag: string, description: string) =>
    command.option(flag, description, flag.includes('schemas') ? parseList : parseQualified, []);
  names('--schemas <names>', selectionHelp.options.schemas);
  names('--tables <names>', selectionHelp.options.tables);
  names('--routines <names>', selectionHelp.options.routines);
  names('--events <names>', selectionHelp.options.events);
  names('--exclude-schemas <names>', selectionHelp.options.excludeSchemas);
  names('--exclude-tables <names>', selectionHelp.options.excludeTables);
  names('--exclude-routines <names>', selectionHelp.options.excludeRoutines);
  names('--exclude-events <names>', selectionHelp.options.excludeEvents);
  return names('--exclude-triggers <names>', selectionHelp.options.excludeTriggers);
}

/** The options that name accounts; without any, none is taken. */
export function addAccountOptions(command: Command): Command {
  return command
    .optionsGroup(groups.selection)
    .option('--users <accounts>', selectionHelp.options.users, parseList, [])
    .option('--exclude-users <accounts>', selectionHelp.options.excludeUsers, parseList, []);
}

/** `SCHEMA.TABLE=SCHEMA.NEW`, or just `NEW`: a table goes where its schema goes, and only its own name is new. */
export function toTableRenames(
  texts: readonly string[],
  schemaMap: Readonly<Record<string, string>>,
): TableRename[] {
  return texts.map((text) => {
    const { schema, table, value } = ofTable(text);
    const target = byName(schemaMap, schema) ?? schema;
    // As the value was: without the spaces before it.
    const prefix = `${target}.`.trimStart();
    if (!value.includes('.')) return { schema, table, to: value };
    if (value.startsWith(prefix)) return { schema, table, to: value.slice(prefix.length) };
    const [other = ''] = value.split('.');
    throw usageFailures.otherSchema({ table: `${schema}.${table}`, target, other, schema });
  });
}

function toRules(wish: ObjectArguments): Pick<Selection, 'include' | 'exclude'> {
  const include: IncludeRule[] = [
    ...wish.schemas.map((schema) => ({ kind: 'schema' as const, schema })),
    ...wish.tables.map((text) => ({ kind: 'table' as const, ...qualified(text) })),
    ...wish.routines.map((text) => ({ kind: 'routine' as const, ...qualified(text) })),
    ...wish.events.map((text) => ({ kind: 'event' as const, ...qualified(text) })),
  ];
  const exclude: ExcludeRule[] = [
    ...wish.excludeSchemas.map((schema) => ({ kind: 'schema' as const, schema })),
    ...wish.excludeTables.map((text) => ({ kind: 'table' as const, ...qualified(text) })),
    ...wish.excludeRoutines.map((text) => ({ kind: 'routine' as const, ...qualified(text) })),
    ...wish.excludeEvents.map((text) => ({ kind: 'event' as const, ...qualified(text) })),
    ...wish.excludeTriggers.map((text) => ({ kind: 'trigger' as const, ...qualified(text) })),
  ];
  return {
    include: include.length === 0 ? [{ kind: 'schema', schema: '%' }] : include,
    exclude,
  };
}

function contentOf({ ddlOnly, dataOnly }: SelectionArguments): Content {
  if (ddlOnly && dataOnly) throw usageFailures.nothingLeft();
  if (ddlOnly) return 'structure';
  return dataOnly ? 'data' : 'everything';
}
