import { useMemo, useState } from 'react';
import { History } from 'lucide-react';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import type { RunKind } from '../../../app/contract/runs/state';
import { Button } from '../../parts/controls/Button';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { SearchInput } from '../../parts/controls/Field';
import { Grid, type GridColumn } from '../../parts/grid/Grid';
import { Empty } from '../../parts/layout/Panel';
import { Segmented } from '../../parts/controls/Segmented';
import { useHistory } from '../../state/runs/history';
import {
  filterHistory,
  NEWEST_FIRST,
  nextHistorySorting,
  sortHistory,
  trendsOf,
  type HistorySortKey,
} from '../../state/history/rows';
import { show } from '../../state/app/navigation';
import { text } from '../../text';
import { HistoryDetails, openEntry } from './HistoryDetails';
import styles from './HistoryList.module.css';
import { HistoryRow } from './HistoryRow';

const columns: readonly GridColumn<HistorySortKey>[] = [
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
        action={
          <Button
            data-testid="history-first-dump"
            onClick={() => {
              show('dump');
            }}
          >
            {text.common.firstDump}
          </Button>
        }
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
            ...(['dump', 'load', 'migrate', 'verify'] as const).map((value) => ({
              value,
              label: text.history.kinds[value],
              testId: `history-kind-${value}`,
            })),
          ]}
          onValue={setKind}
        />
      </div>
      <Grid
        label={text.history.list}
        testId="history-list"
        sortTestId="history-sort"
        columns={columns}
        rowClass={styles.row}
        sorting={sorting}
        onSort={(key) => {
          setSorting(nextHistorySorting(sorting, key));
        }}
        rows={rows}
        active={place}
        onActive={(_place, next) => {
          setChosen(next.runId);
        }}
        onOpen={openEntry}
        none={
          <NoMatch
            onShowAll={() => {
              setSearch('');
              setKind('all');
            }}
          />
        }
      >
        {(run, line) => (
          <HistoryRow
            key={run.runId}
            line={line}
            entry={run}
            trend={trends.get(run.runId) ?? []}
            onChoose={() => {
              setChosen(run.runId);
            }}
          />
        )}
      </Grid>
      {entry !== undefined && (
        <HistoryDetails
          // A question about a run that is gone must not become one about another run.
          key={entry.runId}
          entry={entry}
          onUse={() => {
            setChosen(entry.runId);
          }}
        />
      )}
    </div>
  );
}

function NoMatch({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <Empty
      title={text.history.noMatch}
      action={
        <Button data-testid="history-show-all" onClick={onShowAll}>
          {text.history.showAll}
        </Button>
      }
    />
  );
}
