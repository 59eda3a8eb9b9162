import { useCallback, useState } from 'react';
import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import type { OrderPlot } from '../../../../app/contract/pages/page-picture';
import { Chart } from '../../../charts/Chart';
import { topPage } from '../../../charts/pages/order-plot';
import type { Size } from '../../../charts/use-size';
import { Button } from '../../../parts/controls/Button';
import { Confirm } from '../../../parts/overlays/Dialog';
import { Panel } from '../../../parts/layout/Panel';
import { reasonFor } from '../../../state/pages/figures';
import { text } from '../../../text';
import { drawOrderFigure } from './figure-axes';
import { indexLabel } from './index-label';
import { sideTitle, type Side } from './side';
import styles from '../table/TableView.module.css';

const HEIGHT = 200;

interface OrderPanelProps {
  readonly sides: readonly Side[];
  readonly index: IndexLayout;
  /** Has the order found by locking rows; null where that can't be asked for. */
  readonly onLockRows: (() => void) | null;
}

/** Key order against place in the file: one glance tells how a table was filled. */
export function OrderPanel({ sides, index, onLockRows }: OrderPanelProps) {
  const plots = sides.map(({ drawn }) => drawn?.picture.plot ?? null);
  const pages = topPage(plots);
  if (plots.every((plot) => plot === null)) {
    const reason = reasonFor(index, 'outOfOrderPct') ?? text.inspect.noReason;
    return (
      <Panel title={text.inspect.order}>
        <p className={styles.missing}>{text.inspect.unknown(reason)}</p>
        {onLockRows !== null && <LockRows onAgreed={onLockRows} />}
      </Panel>
    );
  }
  return (
    <Panel title={text.inspect.order} testId="inspect-order-panel">
      <div className={styles.sides}>
        {sides.map((side, place) => {
          const plot = plots[place] ?? null;
          return (
            <div key={side.which}>
              {sides.length > 1 && <p className={styles.side}>{sideTitle(side)}</p>}
              {plot === null ? (
                <p className={styles.missing}>{text.inspect.onlyFigures}</p>
              ) : (
                <Plot
                  plot={plot}
                  pages={pages}
                  pageSize={side.drawn?.file.pageSize ?? 0}
                  name={indexLabel(index)}
                  which={side.which}
                />
              )}
            </div>
          );
        })}
      </div>
      <p className={styles.hint}>{text.inspect.orderHint}</p>
    </Panel>
  );
}

/** Another way to the order, and what it costs, before anything is locked. */
function LockRows({ onAgreed }: { readonly onAgreed: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.otherWay}>
      <Button
        data-testid="inspect-lock-rows"
        onClick={() => {
          setAsking(true);
        }}
      >
        {text.inspect.lockRows}
      </Button>
      <Confirm
        title={text.inspect.lockRowsTitle}
        explain={text.inspect.lockRowsExplain}
        confirm={text.inspect.lockRowsConfirm}
        look="primary"
        open={asking}
        onConfirm={onAgreed}
        onClose={() => {
          setAsking(false);
        }}
      />
    </div>
  );
}

interface PlotProps {
  readonly plot: OrderPlot;
  readonly pages: number;
  readonly pageSize: number;
  readonly name: string;
  readonly which: Side['which'];
}

function Plot({ plot, pages, pageSize, name, which }: PlotProps) {
  const draw = useCallback(
    (context: CanvasRenderingContext2D, { width, height }: Size) => {
      drawOrderFigure(context, { plot, pages, pageSize }, { x: 0, y: 0, width, height });
    },
    [plot, pages, pageSize],
  );
  return (
    <Chart
      label={text.inspect.orderLabel(name)}
      height={HEIGHT}
      testId={`inspect-order-${which}`}
      draw={draw}
    />
  );
}
