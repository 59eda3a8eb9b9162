import { memo, useCallback, useId, useState, type KeyboardEvent } from 'react';
import type { TableProgress } from '../../../../app/contract/runs/run';
import { assertNever } from '../../../../app/contract/exhaustive';
import { SearchInput } from '../../../parts/controls/Field';
import list from '../../../parts/grid/list.module.css';
import { Segmented } from '../../../parts/controls/Segmented';
import { useRows } from '../../../parts/grid/use-rows';
import type { RunModel } from '../../../state/runs/run-model';
import { tableStatusIn } from '../../../state/runs/table-status';
import { text } from '../../../text';
import styles from './Pane.module.css';
import { TableRow } from './TableRow';
import { tableNamer } from '../table-name';

const ROW_HEIGHT = 24;

type Which = 'all' | 'active' | 'done' | 'failed';

interface TablesPaneProps {
  readonly run: RunModel;
  readonly focus: number | null;
  readonly onFocus: (table: number | null) => void;
}

/** Every table with its own progress. Choosing one makes it stand out in the timeline. */
export function TablesPane({ run, focus, onFocus }: TablesPaneProps) {
  const [filter, setFilter] = useState('');
  const [which, setWhich] = useState<Which>('all');
  const [active, setActive] = useState(0);
  const listId = useId();
  const nameOf = tableNamer(run);
  const statusOf = tableStatusIn(run);
  const wanted = filter.trim().toLowerCase();
  const tables = run.tables.filter(
    (table): table is TableProgress =>
      table !== undefined &&
      isOf(table, which) &&
      (wanted === '' || nameOf(table.index).toLowerCase().includes(wanted)),
  );
  const { scroller, visible, height: rowsHeight, reveal } = useRows(tables.length, ROW_HEIGHT);
  const place = Math.min(active, tables.length - 1);
  const onSelect = useCallback(
    (row: number, table: number) => {
      setActive(row);
      onFocus(focus === table ? null : table);
    },
    [focus, onFocus],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const table = tables[place];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const next = Math.max(0, Math.min(tables.length - 1, place + step));
      setActive(next);
      reveal(next);
    } else if ((event.key === 'Enter' || event.key === ' ') && table !== undefined) {
      onFocus(focus === table.index ? null : table.index);
    } else if (event.key === 'Escape') {
      onFocus(null);
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    <section className={styles.pane} aria-label={text.run.tableList} data-testid="run-tables">
      <TablesBar filter={filter} onFilter={setFilter} which={which} onWhich={setWhich} />
      <div
        className={styles.scroller}
        ref={scroller}
        // A listbox must hold options: before the first table is known there are none.
        role={tables.length === 0 ? 'group' : 'listbox'}
        aria-label={text.run.tableList}
        aria-activedescendant={place >= 0 ? `${listId}-${String(place)}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={list.sizer} style={{ height: rowsHeight }} role="presentation">
          {visible.map((item) => {
            const table = tables[item.index];
            if (table === undefined) return null;
            return (
              <TableRow
                key={table.index}
                id={`${listId}-${String(item.index)}`}
                place={item.index + 1}
                count={tables.length}
                table={table}
                status={statusOf(table)}
                name={nameOf(table.index)}
                top={item.start}
                isActive={item.index === place}
                isFocused={focus === table.index}
                onSelect={onSelect}
              />
            );
          })}
        </div>
        {tables.length === 0 && (
          <p className={list.none}>{run.tables.length === 0 ? text.run.noTables : text.run.noTableMatches}</p>
        )}
      </div>
    </section>
  );
}

interface TablesBarProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly which: Which;
  readonly onWhich: (which: Which) => void;
}

/** No update of the run changes it. */
const TablesBar = memo(function TablesBar({ filter, onFilter, which, onWhich }: TablesBarProps) {
  return (
    <div className={styles.bar}>
      <h2>{text.run.tableList}</h2>
      <SearchInput label={text.run.filterTables} value={filter} onValue={onFilter} />
      <Segmented
        label={text.run.tableFilter}
        value={which}
        options={[
          { value: 'all', label: text.run.showAll },
          { value: 'active', label: text.run.showActive },
          { value: 'done', label: text.run.showDone },
          { value: 'failed', label: text.run.showFailed },
        ]}
        onValue={onWhich}
      />
    </div>
  );
});

function isOf(table: TableProgress, which: Which): boolean {
  switch (which) {
    case 'all':
      return true;
    case 'active':
      return table.state === 'running' || table.state === 'indexing' || table.state === 'verifying';
    case 'done':
      return table.state === 'done';
    case 'failed':
      return table.state === 'failed';
    default:
      return assertNever(which);
  }
}
