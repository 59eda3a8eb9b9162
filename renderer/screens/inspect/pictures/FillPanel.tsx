import { useCallback } from 'react';
import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import { token } from '../../../charts/canvas';
import { Chart } from '../../../charts/Chart';
import { DENSE, drawHistogram, sharesOf, topOf } from '../../../charts/pages/fill-histogram';
import type { Size } from '../../../charts/use-size';
import { Panel } from '../../../parts/layout/Panel';
import { reasonFor } from '../../../state/pages/figures';
import { text } from '../../../text';
import { indexLabel } from './index-label';
import styles from '../table/TableView.module.css';

const HEIGHT = 170;

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
      const after = sharesOf(fillHistogram);
      const was = earlier === null ? null : sharesOf(earlier);
      drawHistogram(context, {
        before: was,
        after,
        top: topOf(after, was ?? []),
        box: { x: 0, y: 2, width, height: height - 4 },
        colours: {
          bar: token('--chart-line'),
          outline: token('--warn'),
          grid: token('--line'),
          mark: token('--text'),
          ground: token('--panel'),
        },
      });
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
  const top = topOf(sharesOf(fillHistogram), earlier === null ? [] : sharesOf(earlier));
  return (
    <Panel title={text.inspect.histogram} testId="inspect-fill-panel">
      <div className={styles.sides}>
        <div>
          <p className={styles.axisUp}>{text.inspect.axisTop((top * 100).toFixed(0), earlier !== null)}</p>
          <Chart
            label={text.inspect.histogramLabel(indexLabel(index))}
            height={HEIGHT}
            testId="inspect-histogram"
            draw={draw}
          />
          <p className={styles.axis}>
            <span>{text.inspect.axisEmpty}</span>
            <span>{text.inspect.axisFill}</span>
            <span>{text.inspect.axisFull(text.inspect.mark, (DENSE * 100).toFixed(1))}</span>
          </p>
        </div>
      </div>
      <p className={styles.hint}>{text.inspect.histogramHint}</p>
    </Panel>
  );
}
