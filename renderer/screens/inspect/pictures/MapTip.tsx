import { createPortal } from 'react-dom';
import type { Inspection } from '../../../../app/contract/pages/inspection';
import { formatCount } from '../../../../app/contract/quantities';
import { cellFacts, type CellFacts } from '../../../charts/pages/page-map';
import type { MapPoint } from '../../../charts/pages/PageMapCanvas';
import { Announce } from '../../../parts/notices/Announce';
import type { DrawnIndex } from '../../../state/inspect/before';
import { text } from '../../../text';
import { nameAt } from './name-at';
import styles from '../table/TableView.module.css';

const TIP_WIDTH = 220;
const ABOVE = 'translateY(calc(-100% - 14px))';
const BELOW = 'translateY(14px)';

interface MapTipProps {
  readonly point: MapPoint;
  readonly drawn: DrawnIndex | null;
  readonly inspection: Inspection;
}

/** Facts of the cell under the pointer or the cursor keys. */
export function MapTip({ point, drawn, inspection }: MapTipProps) {
  if (drawn?.file.map == null) return null;
  const facts = cellFacts(drawn.file, drawn.file.map, point.cell);
  const title = text.inspect.tipPages(formatCount(facts.firstPage), formatCount(facts.lastPage));
  const lines = linesOf(facts, facts.index < 0 ? null : nameAt(inspection, drawn, facts.index));
  const left =
    point.clientX + TIP_WIDTH + 30 > window.innerWidth ? point.clientX - TIP_WIDTH - 14 : point.clientX + 14;
  return (
    <>
      {point.byKey && <Announce>{[title, ...lines].join(', ')}</Announce>}
      {createPortal(
        <div
          className={styles.tip}
          style={{ transform: `translate(${left}px, ${point.clientY}px) ${point.isLow ? ABOVE : BELOW}` }}
          aria-hidden
          data-testid="inspect-map-tip"
        >
          <strong>{title}</strong>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>,
        document.body,
      )}
    </>
  );
}

function linesOf(facts: CellFacts, index: string | null): readonly string[] {
  const { used, kind, fill, lowestFill, keyPosition, lsnAge, firstPage, lastPage } = facts;
  if (used === 0) return [text.inspect.unusedPages];
  return [
    index ?? text.inspect.tipKind(kind),
    ...(lastPage > firstPage ? [text.inspect.tipUsed(formatCount(used))] : []),
    ...(fill === null ? [] : [fillLine(fill, lowestFill ?? fill)]),
    ...(keyPosition === null ? [] : [text.inspect.tipKey(perCent(keyPosition))]),
    ...(lsnAge === null ? [] : [text.inspect.tipLsn(perCent(lsnAge))]),
  ];
}

function fillLine(fill: number, lowest: number): string {
  const [mean, least] = [perCent(fill), perCent(lowest)];
  return mean === least ? text.inspect.tipFill(mean) : text.inspect.tipFillRange(mean, least);
}

function perCent(share: number): string {
  return (share * 100).toFixed(1);
}
