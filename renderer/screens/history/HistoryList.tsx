import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { History } from 'lucide-react';
import type { HistoryEntry } from '../../../app/contract/history';
import type { RunKind } from '../../../app/contract/run';
import { classes } from '../../parts/classes';
import { FailureNotice } from '../../parts/FailureNotice';
import { SearchInput } from '../../parts/Field';
import { Empty } from '../../parts/Panel';
import { rowOfKey } from '../../parts/row-key';
import { Segmented } from '../../parts/Segmented';
import { SortHead } from '../../parts/SortHead';
import { useRows } from '../../parts/use-rows';
import { useHistory } from '../../state/history';
import {
  filterHistory,
  NEWEST_FIRST,
  nextHistorySorting,
  sortHistory,
  trendsOf,
  type HistorySortKey,
  type HistorySorting,
} from '../../state/history-rows';
import { text } from '../../text';
import { HistoryDetails, openEntry } from './HistoryDetails';
import styles from './HistoryList.module.css';
import { HistoryRow } from './HistoryRow';

const ROW_HEIGHT = 28;

const columns: readonly {
  readonly label: string;
  readonly sort: HistorySortKey | null;
  readonly isFigure?: boolean;
  readonly tip?: string;
}[] = [
  { label: text.history.columnState, sort: 'state' },
  { label: text.history.columnKind, sort: 'kind' },
  { label: text.history.columnTitle, sort: 'title' },
  { label: text.history.columnStarted, sort: 'started' },
  { label: text.history.columnDuration, sort: 'duration', isFigure: true },
  { label: text.history.columnSize, sort: 'size', isFigure: true },
  { label: text.history.columnSpeed, sort: 'speed', isFigure: true, tip: text.history.speedTip },
  { label: text.history.columnTrend, sort: null },
];

export function HistoryList() {
  const entries = useHistory((state) => state.entries);
  if (entries.kind === 'failed') return <FailureNotice failure={entries.failure} tone="failed" />;
  if (entries.kind !== 'ready') return <Empty title={text.common.loading} />;
  if (entries.value.length === 0)
    return (
      <Empty
        icon={<History size={24} aria-hidden />}
        title={text.history.none}
        explain={text.history.noneExplain}
      />
    );
  return <Runs entries={entries.value} />;
}

function Runs({ entries }: { readonly entries: readonly HistoryEntry[] }) {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<RunKind | 'all'>('all');
  const [sorting, setSorting] = useState(NEWEST_FIRST);
  const [chosen, setChosen] = useState<string | null>(null);
  const trends = useMemo(() => trendsOf(entries), [entries]);
  const rows = useMemo(
    () => sortHistory(filterHistory(entries, kind, search), sorting),
    [entries, kind, search, sorting],
  );
  const place = Math.max(
    0,
    rows.findIndex(({ runId }) => runId === chosen),
  );
  const entry = rows[place];
  return (
    <div className={styles.main}>
      <div className={styles.bar}>
        <SearchInput
          label={text.history.search}
          value={search}
          onValue={setSearch}
          data-testid="history-search"
        />
        <Segmented
          label={text.history.which}
          value={kind}
          options={[
            { value: 'all', label: text.history.all, testId: 'history-kind-all' },
            ...(['dump', 'load', 'verify'] as const).map((value) => ({
              value,
              label: text.history.kinds[value],
              testId: `history-kind-${value}`,
            })),
          ]}
          onValue={setKind}
        />
      </div>
      <Grid
        rows={rows}
        place={place}
        trends={trends}
        sorting={sorting}
        onSorting={setSorting}
        onChoose={(next) => {
          setChosen(next.runId);
        }}
      />
      {entry !== undefined && <HistoryDetails entry={entry} />}
    </div>
  );
}

interface GridProps {
  readonly rows: readonly HistoryEntry[];
  readonly place: number;
  readonly trends: ReadonlyMap<string, readonly number[]>;
  readonly sorting: HistorySorting;
  readonly onSorting: (sorting: HistorySorting) => void;
  readonly onChoose: (entry: HistoryEntry) => void;
}

/** The grid has the focus itself and names the chosen row: only the rows in view exist. */
function Grid({ rows, place, trends, sorting, onSorting, onChoose }: GridProps) {
  const gridId = useId();
  const { scroller, visible, height, reveal } = useRows(rows.length, ROW_HEIGHT);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const target = rowOfKey(event.key, place, rows.length);
    const entry = rows[target ?? place];
    if (entry === undefined) return;
    if (target !== null) {
      onChoose(entry);
      reveal(target);
    } else if (event.key === 'Enter') {
      openEntry(entry);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <div
      className={styles.scroller}
      ref={scroller}
      role="grid"
      aria-label={text.history.list}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length > 0 ? `${gridId}-${String(place)}` : undefined}
      tabIndex={0}
      data-testid="history-list"
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.headGroup}>
        <div role="row" className={classes(styles.row, styles.head)}>
          {columns.map((column) => (
            <Head key={column.label} {...column} sorting={sorting} onSorting={onSorting} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.sizer} style={{ height }}>
        {visible.map((item) => {
          const entry = rows[item.index];
          if (entry === undefined) return null;
          return (
            <HistoryRow
              key={entry.runId}
              id={`${gridId}-${String(item.index)}`}
              place={item.index}
              top={item.start}
              entry={entry}
              trend={trends.get(entry.runId) ?? []}
              isChosen={item.index === place}
              onChoose={() => {
                onChoose(entry);
              }}
            />
          );
        })}
      </div>
      {rows.length === 0 && <p className={styles.none}>{text.history.noMatch}</p>}
    </div>
  );
}

interface HeadProps {
  readonly label: string;
  readonly sort: HistorySortKey | null;
  readonly isFigure?: boolean;
  readonly tip?: string;
  readonly sorting: HistorySorting;
  readonly onSorting: (sorting: HistorySorting) => void;
}

function Head({ label, sort, isFigure = false, tip, sorting, onSorting }: HeadProps) {
  const className = isFigure ? styles.number : undefined;
  if (sort === null)
    return (
      <span role="columnheader" className={className}>
        {label}
      </span>
    );
  return (
    <SortHead
      label={label}
      className={className}
      tip={tip}
      sorted={sorting.key !== sort ? null : sorting.descending ? 'descending' : 'ascending'}
      testId={`history-sort-${sort}`}
      onSort={() => {
        onSorting(nextHistorySorting(sorting, sort));
      }}
    />
  );
}
