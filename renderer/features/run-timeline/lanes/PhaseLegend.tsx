import { useEffect, useRef } from 'react';
import type { LanePhase, RunHeader } from '../../../../app/contract/runs/run';
import { sizedContext, token } from '../../../charts/canvas';
import { paintBox, phaseTexture } from '../../../charts/timeline/textures';
import { text } from '../../../text';
import { useAppearance } from '../../../theme/appearance';
import styles from './LanesPanel.module.css';
import { viewOf } from '../../../state/runs/run-kinds';

const KEY_WIDTH = 18;
const KEY_HEIGHT = 9;

/** Legend of the textures, by phase. */
export function PhaseLegend({ header }: { readonly header: RunHeader }) {
  return (
    <div className={styles.phases}>
      {viewOf(header).phases.map((phase) => (
        <span key={phase} className={styles.phaseKey}>
          <TextureKey phase={phase} />
          {text.run.phases[phase]}
        </span>
      ))}
    </div>
  );
}

function TextureKey({ phase }: { readonly phase: LanePhase }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useAppearance((state) => state.theme);
  useEffect(() => {
    if (canvas.current === null) return;
    const context = sizedContext(canvas.current, KEY_WIDTH, KEY_HEIGHT);
    if (context === null) return;
    const box = { x: 0, y: 0, width: KEY_WIDTH, height: KEY_HEIGHT };
    paintBox(context, box, token('--hue-slate'), phaseTexture[phase]);
  }, [phase, theme]);
  return <canvas ref={canvas} style={{ width: KEY_WIDTH, height: KEY_HEIGHT }} aria-hidden />;
}
