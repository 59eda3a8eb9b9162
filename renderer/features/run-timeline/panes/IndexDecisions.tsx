import type { RefCallback } from 'react';
import { ChevronRight, Info } from 'lucide-react';
import { formatTimeOfDay } from '../../../../app/contract/quantities';
import { classes } from '../../../parts/classes';
import { sumOfDecisions, type IndexDecision } from '../../../../app/contract/output/index-decisions';
import { text } from '../../../text';
import styles from './IndexDecisions.module.css';
import pane from './Pane.module.css';

interface IndexDecisionsProps {
  readonly index: number;
  readonly at: number;
  readonly decisions: readonly IndexDecision[];
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly top: number;
  readonly measure: RefCallback<HTMLElement>;
}

/** Decisions about the indexes of all tables as one line of the log, which opens to a table of their figures. */
export function IndexDecisions({ index, at, decisions, open, onToggle, top, measure }: IndexDecisionsProps) {
  return (
    <div
      ref={measure}
      data-index={index}
      className={pane.record}
      data-level="info"
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <span className={pane.time}>{formatTimeOfDay(at)}</span>
      <Info size={12} aria-label={text.run.levels.info} />
      <div className={pane.line}>
        <button
          type="button"
          className={styles.head}
          aria-expanded={open}
          data-testid="log-indexes"
          onClick={onToggle}
        >
          <ChevronRight size={12} className={classes(open && styles.opened)} aria-hidden />
          {sumOfDecisions(decisions)}
        </button>
        {open && <Figures decisions={decisions} />}
      </div>
    </div>
  );
}

function Figures({ decisions }: { readonly decisions: readonly IndexDecision[] }) {
  const heads = text.run.indexHeads;
  return (
    <div className={styles.holder} tabIndex={0} role="group" aria-label={text.run.indexFigures}>
      <table className={styles.figures} data-testid="log-indexes-figures">
        <thead>
          <tr>
            <th scope="col">{heads.table}</th>
            <th scope="col">{heads.deferred}</th>
            <th scope="col">{heads.rows}</th>
            <th scope="col">{heads.afterData}</th>
            <th scope="col">{heads.inline}</th>
          </tr>
        </thead>
        <tbody>
          {decisions.map(({ table, deferred, rows, afterData, inline, text: words }) => (
            <tr key={table} title={words}>
              <th scope="row">{table}</th>
              <td>{deferred ?? text.run.indexesInline}</td>
              <td>{rows}</td>
              <td>{afterData}</td>
              <td>{inline}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
