import { useCallback } from 'react';
import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import { Chart } from '../../../charts/Chart';
import type { Size } from '../../../charts/use-size';
import { Panel } from '../../../parts/layout/Panel';
import { reasonFor } from '../../../state/pages/figures';
import { text } from '../../../text';
import { drawFillFigure } from './figure-axes';
import { indexLabel } from './index-label';
import styles from '../table/TableView.module.css';

const HEIGHT = 200;

interface FillPanelProps {
  readonly index: IndexLayout;
  readonly before: IndexLayout | null;
}

/** Histogram of leaf pages by fill, with the mark that a load in key order reaches. */
export function FillPanel({ index, before }: FillPanelProps) {
  const { fillHistogram } = index;
  const earlier = before?.fillHistogram ?? null;
  const draw = useCallback(
    (context: CanvasRenderingContext2D, { width, height }: Size) => {
      if (fillHistogram === null) return;
      const box = { x: 0, y: 0, width, height };
      drawFillFigure(context, { histogram: fillHistogram, before: earlier }, box);
    },
    [fillHistogram, earlier],
  );
  if (fillHistogram === null) {
    const reason = reasonFor(index, 'fillHistogram') ?? text.inspect.noReason;
    return (
      <Panel title={text.inspect.histogram}>
        <p className={styles.missing}>{text.inspect.unknown(reason)}</p>
      </Panel>
    );
  }
  return (
    <Panel title={text.inspect.histogram} testId="inspect-fill-panel">
      <div className={styles.sides}>
        <Chart
          label={text.inspect.histogramLabel(indexLabel(index))}
          height={HEIGHT}
          testId="inspect-histogram"
          draw={draw}
        />
      </div>
      <p className={styles.hint}>{text.inspect.histogramHint}</p>
    </Panel>
  );
}
