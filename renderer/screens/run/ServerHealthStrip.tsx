import type { ServerHealth } from '../../../app/contract/run';
import { formatCount, formatPercent } from '../../../app/contract/quantities';
import { Sparkline } from '../../charts/Sparkline';
import { text } from '../../text';
import styles from './ServerHealthStrip.module.css';

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

/** How the run's server is doing, over the last two minutes; nothing where it is not known. */
export function ServerHealthStrip({ health }: { readonly health: readonly ServerHealth[] }) {
  if (health.length === 0) return null;
  return (
    <dl className={styles.strip} aria-label={text.run.serverHealth} data-testid="server-health">
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
              <Sparkline values={values} label={text.run.courseOf(name)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
