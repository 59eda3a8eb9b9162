import { memo } from 'react';
import { WifiOff } from 'lucide-react';
import type { ServerHealth, ServerSide, ServerSilence } from '../../../../app/contract/runs/run';
import { formatCount, formatPercent } from '../../../../app/contract/quantities';
import { Sparkline } from '../../../charts/Sparkline';
import { classes } from '../../../parts/classes';
import type { RunModel } from '../../../state/runs/run-model';
import { text } from '../../../text';
import styles from './ServerHealthStrips.module.css';
import { viewOf } from '../../../state/runs/run-kinds';

interface Figure {
  readonly key: string;
  readonly name: string;
  readonly of: (health: ServerHealth) => number | null;
  readonly format: (value: number) => string;
}

const FIGURES: readonly Figure[] = [
  {
    key: 'threads',
    name: text.run.threadsRunning,
    of: (health) => health.threadsRunning,
    format: formatCount,
  },
  { key: 'locks', name: text.run.lockWaits, of: (health) => health.lockWaits, format: formatCount },
  { key: 'dirty', name: text.run.dirtyPages, of: (health) => health.dirtyShare, format: formatPercent },
  { key: 'misses', name: text.run.poolMisses, of: (health) => health.missShare, format: formatPercent },
];

/**
 * Health of the run's servers over the last two minutes. Before the first reading a running dump, load or migration keeps
 * the room free, so that nothing below jumps.
 */
export function ServerHealthStrips({ run }: { readonly run: RunModel }) {
  // A single server needs no name.
  const { kind } = run.header;
  const isNamed = kind === 'migrate';
  const isExpected = run.result === null && kind !== 'verify';
  const sides = viewOf(run.header).watched.filter((side) => isExpected || run.healthSamples[side].length > 0);
  return (
    <>
      {sides.map((side) => (
        <div key={side} className={classes(styles.server, isNamed && styles.named)}>
          {isNamed && <span className={styles.name}>{text.run.side[side]}</span>}
          <StripOf run={run} side={side} />
        </div>
      ))}
    </>
  );
}

function StripOf({ run, side }: { readonly run: RunModel; readonly side: ServerSide }) {
  const silence = run.result === null ? run.silences.find((one) => one.side === side) : undefined;
  if (silence !== undefined) return <Silence run={run} silence={silence} />;
  const health = run.healthSamples[side];
  return health.length > 0 ? <Strip side={side} health={health} /> : <div className={styles.room} />;
}

interface SilenceProps {
  readonly run: RunModel;
  readonly silence: ServerSilence;
}

/** Instead of figures that are no longer true. */
function Silence({ run, silence: { side, sinceMs, retryMs } }: SilenceProps) {
  const seconds = formatSeconds(run.elapsedMs - sinceMs);
  return (
    <p className={styles.silence} data-testid="server-silence" data-side={side}>
      <WifiOff size={14} aria-hidden />
      <span>
        {text.run.noAnswer(text.run.serverHealth[side], seconds)}{' '}
        {retryMs > 0 ? text.run.triedAgain(formatSeconds(retryMs)) : text.run.endsIfLost}
      </span>
    </p>
  );
}

function formatSeconds(ms: number): string {
  return text.run.seconds(Math.max(0, Math.round(ms / 1000)));
}

interface StripProps {
  readonly side: ServerSide;
  readonly health: readonly ServerHealth[];
}

/** An update without a new look at the server changes nothing here. */
const Strip = memo(function Strip({ side, health }: StripProps) {
  return (
    <dl
      className={styles.strip}
      aria-label={text.run.serverHealth[side]}
      data-testid="server-health"
      data-side={side}
    >
      {FIGURES.map(({ key, name, of, format }) => {
        const values = health.map(of).filter((value): value is number => value !== null);
        const last = values[values.length - 1];
        return (
          <div key={key} className={styles.figure}>
            <dt>{name}</dt>
            <dd className={styles.value} data-testid={`health-${key}`}>
              {last === undefined ? text.run.notYet : format(last)}
            </dd>
            <dd className={styles.line}>
              <Sparkline values={values} label={text.run.sparklineLabel(name)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
});
