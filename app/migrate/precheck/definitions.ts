import { parseDefinition, withoutLiterals } from '../../catalog/definition/definition';
import type { TableFacts } from '../../catalog/objects/tables';
import type { MigrationFinding } from '../../contract/runs/migrate';
import { floatingColumns } from '../convert/negative-zero';
import type { ServerSide } from './facts';

/**
 * Finds what a definition contains that the other vendor does not support. Pure; each was tried on MySQL 9.7 and
 * MariaDB 10.11.
 */
export function judgeDefinition(
  facts: TableFacts,
  createTable: string,
  target: ServerSide,
): readonly MigrationFinding[] {
  const { schema, name, columns, indexes } = facts;
  const object = `${schema}.${name}`;
  const definition = parseDefinition(createTable);
  const block = (rule: string, where: string, why: string, fix: string): MigrationFinding => ({
    severity: 'blocks',
    rule,
    object: where,
    why,
    fix,
  });
  const foreign = columns
    .filter(({ charset }) => charset !== null && !hasCharset(target, charset))
    .map((column) =>
      block(
        'character-set',
        `${object}.${column.name}`,
        `The target has no character set ${column.charset ?? ''}.`,
        'Convert the column to utf8mb4 on the source, or leave the table out.',
      ),
    );
  const computed = columns
    .filter(({ generated }) => generated)
    .map((column): MigrationFinding => ({
      severity: 'warns',
      rule: 'generated-values',
      object: `${object}.${column.name}`,
      why: 'The target computes this generated column itself, by its own rounding and conversions; its values are not compared.',
      fix: 'Compare it by a statement of your own where it matters.',
    }));
  const lines = definition.columns.map(withoutLiterals);
  const alone = withoutLiterals(definition.options);
  const found =
    target.vendor === 'mariadb'
      ? [
          ...(floatingColumns(facts).length === 0 ? [] : [negativeZero(object)]),
          ...definition.indexes
            .filter(({ kind, text }) => kind === 'fulltext' && /\bWITH PARSER\b/.test(text))
            .map((index) =>
              block(
                'fulltext-parser',
                object,
                `The index ${index.name} names a parser, which MariaDB does not have.`,
                'Make the index without it on the source, drop it, or leave the table out.',
              ),
            ),
          ...columns
            .filter((_, at) =>
              / GENERATED ALWAYS AS \(.*\) (?:VIRTUAL|STORED) NOT NULL\b/.test(lines[at] ?? ''),
            )
            .map((column) =>
              block(
                'generated-not-null',
                `${object}.${column.name}`,
                'MariaDB takes no NOT NULL on a generated column.',
                'Let the column be NULL on the source, or leave the table out.',
              ),
            ),
        ]
      : [
          ...indexes
            .filter(({ unique, type }) => unique && type === 'HASH')
            .map((index) =>
              block(
                'long-unique',
                object,
                `The unique index ${index.name} stands on whole texts that MySQL can only index by a prefix.`,
                'Drop the index, make it on a hash of the column, or leave the table out.',
              ),
            ),
          ...(definition.others.some((line) => line.startsWith('PERIOD FOR '))
            ? [
                block(
                  'application-period',
                  object,
                  'MySQL has no periods.',
                  'Drop the period, or leave the table out.',
                ),
              ]
            : []),
          ...(/ (?:PAGE_CHECKSUM|TRANSACTIONAL)=|`(?!PAGE_COMPRESS)\w+`=/.test(alone)
            ? [
                block(
                  'table-option',
                  object,
                  'The table has options that MySQL does not know.',
                  'Take the options away with ALTER TABLE on the source, or leave the table out.',
                ),
              ]
            : []),
        ];
  return [...foreign, ...computed, ...found];
}

function negativeZero(object: string): MigrationFinding {
  return {
    severity: 'converts',
    rule: 'negative-zero',
    object,
    why: 'MariaDB stores no negative zero: -0 in a FLOAT or DOUBLE column becomes 0, which SQL takes for the same.',
  };
}

function hasCharset({ collations }: ServerSide, charset: string): boolean {
  const names = charset === 'utf8' ? ['utf8', 'utf8mb3'] : [charset];
  return names.some(
    (name) => collations.has(name) || [...collations].some((collation) => collation.startsWith(`${name}_`)),
  );
}
