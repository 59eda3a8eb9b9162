import { memo, useEffect, useRef, useState, type RefCallback } from 'react';
import { Bug, CircleX, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { LogLevel, LogRecord } from '../../../../app/contract/runs/run';
import { Button } from '../../../parts/controls/Button';
import { SearchInput } from '../../../parts/controls/Field';
import list from '../../../parts/grid/list.module.css';
import { Select } from '../../../parts/controls/Select';
import { useGrowingRows } from '../../../parts/grid/use-rows';
import { foldDecisions, type LogLine } from '../../../../app/contract/output/index-decisions';
import { text } from '../../../text';
import { formatTimeOfDay } from '../../../../app/contract/quantities';
import { IndexDecisions } from './IndexDecisions';
import styles from './Pane.module.css';

const ROW_HEIGHT = 20;
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error'];

const icons: Readonly<Record<LogLevel, LucideIcon>> = {
  debug: Bug,
  info: Info,
  warning: TriangleAlert,
  error: CircleX,
};

/** The end of the run's log. It follows the newest record until the user scrolls up. Most updates bring no record. */
export const LogPane = memo(function LogPane({ log }: { readonly log: readonly LogRecord[] }) {
  const [least, setLeast] = useState<LogLevel>('info');
  const [search, setSearch] = useState('');
  const [following, setFollowing] = useState(true);
  const lastTop = useRef(0);
  const [showsIndexes, setShowsIndexes] = useState(false);
  const records = matching(log, least, search);
  // A search wants the very records.
  const lines = search.trim() === '' ? foldDecisions(records) : records.map(asLine);
  const { scroller, visible, height: rowsHeight, measure } = useGrowingRows(lines.length, ROW_HEIGHT);

  useEffect(() => {
    if (following) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  }, [rowsHeight, following, scroller]);

  return (
    <section className={styles.pane} aria-label={text.run.log} data-testid="run-log">
      <div className={styles.bar}>
        <h2>{text.run.log}</h2>
        <SearchInput label={text.run.logSearch} value={search} onValue={setSearch} />
        <div className={styles.level}>
          <Select
            aria-label={text.run.logLevel}
            testId="log-level"
            value={least}
            options={LEVELS.map((level) => ({ value: level, text: text.run.levels[level] }))}
            onValue={(value) => {
              setLeast(LEVELS.find((level) => level === value) ?? least);
            }}
          />
        </div>
      </div>
      <div className={styles.logBody}>
        <div
          className={styles.scroller}
          ref={scroller}
          role="log"
          aria-live="off"
          aria-label={text.run.log}
          tabIndex={0}
          onScroll={(event) => {
            const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
            // A scroll to the end is told a frame later, and more records may have come by then: only the user scrolls up.
            if (scrollTop + clientHeight >= scrollHeight - ROW_HEIGHT) setFollowing(true);
            else if (scrollTop < lastTop.current) setFollowing(false);
            lastTop.current = scrollTop;
          }}
        >
          <div className={list.sizer} style={{ height: rowsHeight }}>
            {visible.map((item) => {
              const line = lines[item.index];
              if (line === undefined) return null;
              const place = { index: item.index, top: item.start, measure };
              return line.kind === 'record' ? (
                <Line key={item.index} record={line.record} {...place} />
              ) : (
                <IndexDecisions
                  key={item.index}
                  at={line.at}
                  decisions={line.decisions}
                  open={showsIndexes}
                  onToggle={() => {
                    setShowsIndexes(!showsIndexes);
                  }}
                  {...place}
                />
              );
            })}
          </div>
          {lines.length === 0 && <p className={list.none}>{emptyWords(log, least, search)}</p>}
        </div>
        {!following && (
          <Button
            className={styles.follow}
            onClick={() => {
              setFollowing(true);
            }}
          >
            {text.run.follow}
          </Button>
        )}
      </div>
    </section>
  );
});

function asLine(record: LogRecord): LogLine {
  return { kind: 'record', record };
}

interface LineProps {
  readonly index: number;
  readonly record: LogRecord;
  readonly top: number;
  readonly measure: RefCallback<HTMLElement>;
}

/** A record with all its words: the reason of an error stands at its end. */
function Line({ index, record, top, measure }: LineProps) {
  const Icon = icons[record.level];
  const where = [record.table, record.lane === undefined ? undefined : text.run.logLane(record.lane)]
    .filter((part) => part !== undefined)
    .join(' · ');
  return (
    <div
      ref={measure}
      data-index={index}
      className={styles.record}
      data-level={record.level}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <span className={styles.time}>{formatTimeOfDay(record.at)}</span>
      <Icon size={12} aria-label={text.run.levels[record.level]} />
      <span className={styles.line}>
        {where !== '' && <span className={styles.where}>{where}</span>}
        {record.text}
      </span>
    </div>
  );
}

/** Reason that no line shows, so that nobody looks for a filter that is not set. */
function emptyWords(log: readonly LogRecord[], least: LogLevel, search: string): string {
  if (log.length === 0) return text.run.logEmpty;
  if (search.trim() !== '') return text.run.logNoMatch;
  return least === 'info' ? text.run.logQuiet : text.run.logNoneAtLevel;
}

function matching(log: readonly LogRecord[], least: LogLevel, search: string): readonly LogRecord[] {
  const from = LEVELS.indexOf(least);
  const wanted = search.trim().toLowerCase();
  return log.filter(
    (record) =>
      LEVELS.indexOf(record.level) >= from &&
      (wanted === '' || `${record.text} ${record.table ?? ''}`.toLowerCase().includes(wanted)),
  );
}
