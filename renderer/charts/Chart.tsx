import { useEffect, useRef } from 'react';
import { useAppearance } from '../theme/appearance';
import { sizedContext } from './canvas';
import styles from './Chart.module.css';
import { useSize, type Size } from './use-size';

interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly testId: string;
  readonly draw: (context: CanvasRenderingContext2D, size: Size) => void;
}

/** A picture as wide as its place, drawn again whenever its size, the theme or what it shows changes. */
export function Chart({ label, height, testId, draw }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width } = useSize(holder);
  const theme = useAppearance((state) => state.theme);
  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const context = sizedContext(canvas.current, width, height);
    if (context !== null) draw(context, { width, height });
  }, [width, height, theme, draw]);
  return (
    <div ref={holder} className={styles.holder} style={{ height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className={styles.canvas}
        style={{ width, height }}
        data-testid={testId}
      />
    </div>
  );
}
