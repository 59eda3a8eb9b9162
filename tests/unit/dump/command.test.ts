import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declareDump, toDumpOptions, type DumpArguments } from '../../../app/cli/commands/dump';
import { commandLine } from '../../../app/contract/commands/command-line';
import { DUMP_DEFAULTS, selecting, type DumpOptions } from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import { dumpCommand } from '../../../app/dump/command';
import { literally, name, words } from '../command-words';

/** Options that `sluice` reads from these words. */
function read(words: readonly string[]): { readonly args: DumpArguments; readonly options: DumpOptions } {
  const program = new Command('sluice').exitOverride();
  const dump = declareDump(program).action(() => undefined);
  program.parse(words.slice(1), { from: 'user' });
  const args = dump.opts<DumpArguments>();
  return { args, options: toDumpOptions(args) };
}

const of = (more: Partial<DumpOptions>): DumpOptions => ({
  ...DUMP_DEFAULTS,
  selection: selecting([{ kind: 'schema', schema: 'shop' }]),
  ...more,
});

const pattern = name.map(patternOf);

describe('the command line of a dump', () => {
  it('is short where everything is as by default', () => {
    expect(commandLine(dumpCommand('Practice server', '/b/shop', of({})))).toBe(
      "sluice dump --source 'Practice server' --out /b/shop --schemas shop --threads 4",
    );
  });

  it('says all that is not', () => {
    const options = of({
      threads: 8,
      compression: { kind: 'none' },
      consistency: 'lock-tables',
      nonTransactional: 'lock',
      jsonCheck: 'none',
      history: 'skip',
      definers: { kind: 'replace', user: 'a@b', host: '%' },
      bytesPerChunk: 1_000_000,
      memoryLimitBytes: 64 * 1_048_576,
      lockWaitTimeoutMs: 5000,
      longQueries: 'refuse',
      selection: { ...of({}).selection, content: 'data', users: ['app@%'] },
    });
    expect(read(words(commandLine(dumpCommand('db1', '/b', options)))).options).toEqual(options);
  });

  it.each(['sql', 'mydumper', 'csv', 'jsonl', 'parquet'] as const)(
    'names the format %s with its compression',
    (kind) => {
      const packed = of({ output: { kind, packing: { kind: 'gzip', level: 6 } } });
      const given = dumpCommand('db1', '/b/out', packed);
      expect(commandLine(given)).toContain(`--format ${kind} --compression gzip:6`);
      const { args } = read(given);
      expect(args.format).toBe(kind);
      expect(args.compression).toEqual({ kind: 'gzip', level: 6 });
      const plain = dumpCommand('db1', '/b/out', of({ output: { kind, packing: { kind: 'none' } } }));
      expect(read(plain).args.compression).toEqual({ kind: 'none' });
    },
  );

  it('means the same to the command line, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(pattern, pattern), { maxLength: 3 }),
        fc.array(fc.tuple(name, name, name), { maxLength: 2 }),
        (schemas, tables, conditions) => {
          const options = of({
            selection: {
              ...selecting([
                ...schemas.map((schema) => ({ kind: 'schema' as const, schema })),
                ...tables.map(([schema, table]) => ({ kind: 'table' as const, schema, name: table })),
              ]),
              exclude: tables.map(([schema, table]) => ({ kind: 'trigger' as const, schema, name: table })),
              where: conditions.map(([schema, table, text]) => ({ schema, table, condition: `x${text}y` })),
              partitions: conditions.map(([schema, table, text]) => ({
                schema,
                table,
                partitions: [`p${text}`],
              })),
            },
          });
          const { args, options: parsed } = read(dumpCommand(`db ${schemas[0] ?? ''}`, '/b', options));
          expect(parsed.selection.include.map(literally)).toEqual(options.selection.include.map(literally));
          expect(parsed.selection.exclude.map(literally)).toEqual(options.selection.exclude.map(literally));
          expect(parsed.selection.where).toEqual(options.selection.where);
          expect(parsed.selection.partitions).toEqual(options.selection.partitions);
          expect(args.source).toBe(`db ${schemas[0] ?? ''}`);
        },
      ),
    );
  });

  it('comes through a shell as it was', () => {
    const line = commandLine(dumpCommand("it's $HOME", '/b "x"', of({})));
    expect(words(line)).toEqual(dumpCommand("it's $HOME", '/b "x"', of({})));
  });
});
