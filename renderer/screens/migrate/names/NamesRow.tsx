import { Database, Table2 } from 'lucide-react';
import type { CatalogSchema, CatalogTable } from '../../../../app/contract/catalog';
import { bytesQuantity, formatCount } from '../../../../app/contract/quantities';
import type { RowPlace } from '../../../parts/grid/ActiveRows';
import cells from '../../../parts/grid/cells.module.css';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { RenameSchema } from '../../../features/rename/RenameSchema';
import { RenameTable } from '../../../features/rename/RenameTable';
import { Disclosure } from '../../../parts/controls/Disclosure';
import { NO_RULES } from '../../../state/objects/selection-rules';
import type { NameLine } from '../../../state/migrate/name-lines';
import { objectKey } from '../../../state/objects/object-key';
import { sumSelected } from '../../../state/objects/selection';
import { newNameOf } from '../../../state/objects/table-renames';
import { text } from '../../../text';
import styles from '../Migrate.module.css';
import type { Wizard } from '../use-migration';

interface NamesRowProps {
  readonly wizard: Wizard;
  readonly line: NameLine;
  readonly place: RowPlace;
  readonly onToggle: (schema: string) => void;
}

export function NamesRow(props: NamesRowProps) {
  const { line, place } = props;
  return (
    <div {...place.attributes} className={classes(place.rowClass, styles.nameRow, styles.nameLine)}>
      {line.kind === 'schema' ? (
        <SchemaCells {...props} schema={line.schema} open={line.open} />
      ) : (
        <TableCells {...props} schema={line.schema.name} table={line.table} />
      )}
    </div>
  );
}

interface SchemaCellsProps extends NamesRowProps {
  readonly schema: CatalogSchema;
  readonly open: boolean;
}

function SchemaCells({ wizard, place: { tabIndex }, schema, open, onToggle }: SchemaCellsProps) {
  const { names, problems, existing, rename, taken, rules } = wizard;
  const { name } = schema;
  const sum = sumSelected(taken.selected, { schemas: [schema] }, rules ?? NO_RULES);
  return (
    <>
      <span role="gridcell" className={styles.schema}>
        <Disclosure
          label={text.load.expand(name)}
          testId={`expand-${name}`}
          open={open}
          tabIndex={tabIndex}
          onToggle={() => {
            onToggle(name);
          }}
        />
        <Database size={14} className={cells.glyph} aria-hidden />
        <span className={cells.cut} title={name}>
          {name}
        </span>
        <span className={cells.note}>{text.dump.tables(sum.tables)}</span>
      </span>
      <FigureCells rows={sum.rows} bytes={sum.bytes} />
      <RenameSchema
        schema={name}
        name={names[name] ?? name}
        problem={problems[name] ?? null}
        existing={existing}
        tabIndex={tabIndex}
        onName={rename}
      />
    </>
  );
}

interface TableCellsProps extends NamesRowProps {
  readonly schema: string;
  readonly table: CatalogTable;
}

function TableCells({
  wizard,
  place: { tabIndex },
  schema,
  table: { name, rows, dataBytes },
}: TableCellsProps) {
  const { renames, tableProblems, renameTable } = wizard;
  return (
    <>
      <span role="gridcell" className={styles.table}>
        <Table2 size={14} className={cells.glyph} aria-hidden />
        <span className={cells.cut} title={name}>
          {name}
        </span>
      </span>
      <FigureCells rows={rows} bytes={dataBytes} />
      <RenameTable
        testId={`${schema}.${name}`}
        table={name}
        name={newNameOf(renames, schema, name)}
        problem={tableProblems[objectKey(schema, name)] ?? null}
        tabIndex={tabIndex}
        onName={(to) => {
          renameTable({ schema, table: name, to });
        }}
      />
    </>
  );
}

function FigureCells({ rows, bytes }: { readonly rows: number; readonly bytes: number }) {
  return (
    <>
      <span role="gridcell" className={cells.figure}>
        {formatCount(rows)}
      </span>
      <span role="gridcell" className={cells.figure}>
        <Figure quantity={bytesQuantity(bytes)} />
      </span>
    </>
  );
}
