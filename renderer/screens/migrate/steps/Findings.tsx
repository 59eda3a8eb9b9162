import { Fragment, useMemo, useState } from 'react';
import { ArrowRightLeft, CircleX, Info, type LucideIcon } from 'lucide-react';
import type {
  ConvertedDefinition,
  FindingSeverity,
  MigrationFinding,
  MigrationFix,
} from '../../../../app/contract/runs/migrate';
import { Button } from '../../../parts/controls/Button';
import cells from '../../../parts/grid/cells.module.css';
import { classes } from '../../../parts/classes';
import { SearchInput } from '../../../parts/controls/Field';
import { Grid, GridLine, type GridColumn } from '../../../parts/grid/Grid';
import { Segmented } from '../../../parts/controls/Segmented';
import {
  countFindings,
  groupFindings,
  shownFindings,
  type FindingGroup,
  type FindingSortKey,
} from '../../../state/migrate/migration';
import { definitionsOf } from '../../../state/migrate/definition-diff';
import { text } from '../../../text';
import { DefinitionDiff } from './DefinitionDiff';
import styles from '../Migrate.module.css';

/** Two lines of words. */
const ROW_HEIGHT = 44;
/** More names than that no row shows. */
const MOST_NAMES = 12;

const columns: readonly GridColumn<FindingSortKey>[] = [
  { label: text.migrate.columnSeverity, sort: 'severity' },
  { label: text.migrate.columnObject, sort: 'object' },
  { label: text.migrate.columnRule, sort: 'rule' },
  { label: text.migrate.columnWhy, sort: null },
];

const icons: Readonly<Record<FindingSeverity, LucideIcon>> = {
  blocks: CircleX,
  converts: ArrowRightLeft,
  warns: Info,
};

interface FindingsProps {
  readonly findings: readonly MigrationFinding[];
  readonly definitions: readonly ConvertedDefinition[];
  /** Switches a rule on or off. */
  readonly onFix: (fix: MigrationFix) => void;
}

/** Everything that the pre-check found, and the whole of the chosen one below. */
export function Findings({ findings, definitions, onFix }: FindingsProps) {
  const [severity, setSeverity] = useState<FindingSeverity | 'all'>('all');
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState({ key: 'severity' as FindingSortKey, descending: false });
  const [active, setActive] = useState(0);
  const rows = useMemo(
    () => shownFindings(groupFindings(findings), severity, search, sorting),
    [findings, severity, search, sorting],
  );
  const place = Math.max(0, Math.min(active, rows.length - 1));
  const chosen = rows[place];
  const counts = countFindings(groupFindings(findings));
  return (
    <div className={styles.findings}>
      <div className={styles.bar}>
        <SearchInput
          label={text.migrate.search}
          value={search}
          onValue={setSearch}
          data-testid="migrate-search"
        />
        <Segmented
          label={text.migrate.which}
          value={severity}
          options={[
            {
              value: 'all',
              label: text.migrate.all(groupFindings(findings).length),
              testId: 'migrate-severity-all',
            },
            ...(['blocks', 'converts', 'warns'] as const).map((value) => ({
              value,
              label: text.migrate.severityCount(value, counts[value]),
              testId: `migrate-severity-${value}`,
            })),
          ]}
          onValue={setSeverity}
        />
      </div>
      <Grid
        label={text.migrate.found}
        testId="migrate-findings"
        sortTestId="migrate-findings-sort"
        columns={columns}
        rowClass={styles.findingRow}
        rowHeight={ROW_HEIGHT}
        sorting={sorting}
        onSort={(key) => {
          setSorting({ key, descending: sorting.key === key && !sorting.descending });
        }}
        rows={rows}
        active={place}
        onActive={setActive}
        onOpen={(finding) => {
          if (finding.kind === 'switchable') onFix(finding.switchOn);
        }}
        none={text.migrate.noMatch}
      >
        {(finding, line) => (
          <GridLine
            key={line.id}
            line={line}
            className={styles.findingRow}
            testId={`finding-${String(line.place)}`}
            data={{ 'data-rule': finding.rule, 'data-severity': finding.severity }}
            onClick={() => {
              setActive(line.place);
            }}
          >
            <Severity severity={finding.severity} />
            <span role="gridcell" className={styles.twoLines}>
              <Breakable name={objectText(finding)} />
            </span>
            <span role="gridcell" className={classes(cells.cut, styles.rule)}>
              {text.migrate.ruleName(finding.rule)}
            </span>
            <span role="gridcell" className={styles.twoLines} title={finding.why}>
              {finding.why}
            </span>
          </GridLine>
        )}
      </Grid>
      {chosen !== undefined && <Details finding={chosen} definitions={definitions} onFix={onFix} />}
    </div>
  );
}

function Severity({ severity }: { readonly severity: FindingSeverity }) {
  const Icon = icons[severity];
  return (
    <span role="gridcell" className={styles.severity} data-severity={severity}>
      <Icon size={14} aria-hidden />
      {text.migrate.severities[severity]}
    </span>
  );
}

/** A name that takes a second line goes on behind a dot, if it can. */
function Breakable({ name }: { readonly name: string }) {
  return (
    <>
      {name.split(/(?<=\.)/).map((part, place) => (
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

function objectText({ objects }: FindingGroup): string {
  return text.migrate.objectList(objects.slice(0, MOST_NAMES), objects.length);
}

interface DetailsProps {
  readonly finding: FindingGroup;
  readonly definitions: readonly ConvertedDefinition[];
  readonly onFix: (fix: MigrationFix) => void;
}

function Details({ finding, definitions, onFix }: DetailsProps) {
  const { objects, why } = finding;
  return (
    <section className={styles.details} aria-label={text.migrate.chosenFinding} data-testid="finding-details">
      <div>
        <p className={styles.object}>{text.migrate.objectList(objects, objects.length)}</p>
        <p className={styles.why}>{why}</p>
        {finding.kind === 'advised' && <p className={styles.remedy}>{finding.fix}</p>}
      </div>
      {finding.kind === 'switchable' && (
        <Button
          data-testid="finding-switch-on"
          onClick={() => {
            onFix(finding.switchOn);
          }}
        >
          {text.migrate.switchOn(finding.switchOn)}
        </Button>
      )}
      {finding.severity === 'converts' && (
        <DefinitionDiff key={objects.join()} definitions={definitionsOf(objects, definitions)} />
      )}
    </section>
  );
}
