import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declareLoad, toLoadOptions, type LoadArguments } from '../../../app/cli/commands/load';
import { commandLine } from '../../../app/contract/commands/command-line';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import { loadCommand } from '../../../app/load/command';
import { literally, name, words } from '../command-words';

/** Options that `sluice` reads from these words. */
function read(line: readonly string[]): { readonly args: LoadArguments; readonly options: LoadOptions } {
  const program = new Command('sluice').exitOverride();
  const load = declareLoad(program).action(() => undefined);
  program.parse(line.slice(1), { from: 'user' });
  const args = load.opts<LoadArguments>();
  return { args, options: toLoadOptions(args) };
}

describe('the command line of a load', () => {
  it('is short where everything is as by default', () => {
    expect(commandLine(loadCommand('Practice server', '/b/shop', LOAD_DEFAULTS))).toBe(
      "sluice load --target 'Practice server' --dump /b/shop --threads 4",
    );
  });

  it('says all that is not', () => {
    const options: LoadOptions = {
      threads: 8,
      memoryLimitBytes: 64 * 1_048_576,
      schemaMap: { shop: 'shop_copy' },
      tableRenames: [{ schema: 'shop', table: 'orders', to: 'orders.before' }],
      selection: {
        include: [{ kind: 'table', schema: 'shop', name: '%' }],
        exclude: [{ kind: 'table', schema: 'shop', name: 'carts' }],
        content: 'data',
      },
      users: ['app@\\%', 'a\\,b@*'],
      excludeUsers: ['app@localhost'],
      onExisting: 'truncate',
      indexes: 'defer',
      prefer: 'speed',
      method: 'insert',
      sortRows: 'never',
      binlog: 'off',
      gtid: 'append',
      verify: 'checksum',
      eventStatus: 'disabled',
      missingPrimaryKey: 'allow',
      definers: {
        kind: 'map',
        accounts: [{ from: { user: 'a=,b', host: '%' }, to: { user: 'c\\', host: 'h' } }],
      },
      fixes: ['engines'],
      input: {
        separator: '\t',
        quote: null,
        escape: 'none',
        header: false,
        charset: 'latin1',
        nullWord: 'NA',
        decimal: 'comma',
        rejects: { file: '/tmp/bad rows.csv', limit: 7 },
        columns: ['a', 'b,=\\'],
      },
      runUnknownStatements: true,
      fastUnsafe: ['redo', 'flush'],
      resume: true,
      follow: true,
      reconnectMs: 5000,
      confirmedTarget: 'db 1',
    };
    const unusual = Object.entries(LOAD_DEFAULTS).filter(
      ([option, value]) => options[option as keyof LoadOptions] === value,
    );
    expect(unusual).toEqual([]);
    expect(read(words(commandLine(loadCommand('db 1', '/b', options)))).options).toEqual(options);
  });

  it('means the same to the command line, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, name, name), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (places, isMapped) => {
          const options: LoadOptions = {
            ...LOAD_DEFAULTS,
            schemaMap: isMapped ? Object.fromEntries(places.map(([schema, , to]) => [schema, `${to}2`])) : {},
            tableRenames: places.map(([schema, table, to]) => ({ schema, table, to })),
            selection: {
              ...LOAD_DEFAULTS.selection,
              exclude: places.map(([schema, table]) => ({
                kind: 'table',
                schema: patternOf(schema),
                name: patternOf(table),
              })),
            },
          };
          const { options: parsed } = read(loadCommand('db1', '/b', options));
          expect(parsed.schemaMap).toEqual(options.schemaMap);
          expect(parsed.tableRenames).toEqual(options.tableRenames);
          expect(parsed.selection.include).toEqual(options.selection.include);
          expect(parsed.selection.exclude.map(literally)).toEqual(options.selection.exclude.map(literally));
        },
      ),
    );
  });
});
