import { parseDefinition, withoutLiterals } from '../../../catalog/definition/definition';
import type { TableFacts } from '../../../catalog/objects/tables';
import type { MigrationFinding } from '../../../contract/runs/migrate';
import { floatingColumns } from '../../negative-zero';
import type { ServerSide } from '../facts';
import { precheckText } from '../../../text/migrate/precheck';

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
  const block = (
    rule: string,
    where: string,
    said: { readonly why: string; readonly fix: string },
  ): MigrationFinding => ({
    kind: 'advised',
    severity: 'blocks',
    rule,
    object: where,
    ...said,
  });
  const foreign = columns
    .filter(({ charset }) => charset !== null && !hasCharset(target, charset))
    .map((column) =>
      block('character-set', `${object}.${column.name}`, precheckText.noCharset(column.charset ?? '')),
    );
  const computed = columns
    .filter(({ generated }) => generated)
    .map((column): MigrationFinding => ({
      kind: 'advised',
      severity: 'warns',
      rule: 'generated-values',
      object: `${object}.${column.name}`,
      ...precheckText.generatedColumn,
    }));
  const lines = definition.columns.map(withoutLiterals);
  const alone = withoutLiterals(definition.options);
  const found =
    target.vendor === 'mariadb'
      ? [
          ...(floatingColumns(facts).length === 0 ? [] : [negativeZero(object)]),
          ...definition.indexes
            .filter(({ kind, text }) => kind === 'fulltext' && /\bWITH PARSER\b/.test(text))
            .map((index) => block('fulltext-parser', object, precheckText.fulltextParser(index.name))),
          ...columns
            .filter((_, at) =>
              / GENERATED ALWAYS AS \(.*\) (?:VIRTUAL|STORED) NOT NULL\b/.test(lines[at] ?? ''),
            )
            .map((column) =>
              block('generated-not-null', `${object}.${column.name}`, precheckText.generatedNotNull),
            ),
        ]
      : [
          ...indexes
            .filter(({ unique, type }) => unique && type === 'HASH')
            .map((index) => block('long-unique', object, precheckText.uniqueWholeTexts(index.name))),
          ...(definition.others.some((line) => line.startsWith('PERIOD FOR '))
            ? [block('application-period', object, precheckText.period)]
            : []),
          ...(/ (?:PAGE_CHECKSUM|TRANSACTIONAL)=|`(?!PAGE_COMPRESS)\w+`=/.test(alone)
            ? [block('table-option', object, precheckText.tableOptions)]
            : []),
        ];
  return [...foreign, ...computed, ...found];
}

function negativeZero(object: string): MigrationFinding {
  return {
    kind: 'plain',
    severity: 'converts',
    rule: 'negative-zero',
    object,
    why: precheckText.negativeZero,
  };
}

function hasCharset({ collations }: ServerSide, charset: string): boolean {
  // Every server takes either name for it (measured on all seven).
  const names = /^utf8(?:mb3)?$/.test(charset) ? ['utf8', 'utf8mb3'] : [charset];
  return names.some(
    (name) => collations.has(name) || [...collations].some((collation) => collation.startsWith(`${name}_`)),
  );
}
