import { useEffect, useRef } from 'react';
import { Activity } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { Button } from '../../parts/controls/Button';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { Empty } from '../../parts/layout/Panel';
import { RunStateIcon } from '../../features/run-state/RunStateIcon';
import { show, showRun, useNavigation } from '../../state/app/navigation';
import { progressOf, type RunModel } from '../../state/runs/run-model';
import { isFinal, useRuns } from '../../state/runs/runs';
import { text } from '../../text';
import { formatPercent, formatTimeOfDay } from '../../../app/contract/quantities';
import hidden from '../../parts/display/hidden.module.css';
import { RunPane } from './RunPane';
import styles from './RunsScreen.module.css';

/** `14:03:07`, without the tenths. */
const CLOCK_LENGTH = 8;

export function RunsScreen() {
  const order = useRuns((state) => state.order);
  const byId = useRuns((state) => state.byId);
  const wanted = useNavigation((state) => state.runId);
  const runs = order.flatMap((runId) => byId[runId] ?? []);
  const shown = runs.find((run) => run.runId === wanted) ?? runs[runs.length - 1];
  return (
    <section className={styles.whole} data-testid="screen-run" aria-label={text.run.title}>
      {shown === undefined ? (
        <div className={styles.none}>
          <h1 className={hidden.hidden}>{text.run.title}</h1>
          <Empty
            icon={<Activity size={24} aria-hidden />}
            title={text.run.none}
            explain={text.run.noneExplain}
            action={
              <Button
                look="primary"
                data-testid="runs-start"
                onClick={() => {
                  show('connections');
                }}
              >
                {text.run.startOne}
              </Button>
            }
          />
        </div>
      ) : (
        <Tabs.Root value={shown.runId} onValueChange={showRun} asChild>
          <div className={styles.screen}>
            <Tabs.List className={styles.tabs} aria-label={text.run.tabs}>
              {runs.map((run) => (
                <RunTab key={run.runId} run={run} isShown={run === shown} />
              ))}
            </Tabs.List>
            <Tabs.Content value={shown.runId} className={styles.content} tabIndex={-1}>
              <RunPane key={shown.runId} run={shown} />
            </Tabs.Content>
          </div>
        </Tabs.Root>
      )}
    </section>
  );
}

interface RunTabProps {
  readonly run: RunModel;
  readonly isShown: boolean;
}

function RunTab({ run, isShown }: RunTabProps) {
  const share = progressOf(run);
  const tab = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // More runs than there is room for: the one that is looked at is not out of sight among them.
    if (isShown) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <Tabs.Trigger
      ref={tab}
      value={run.runId}
      className={styles.tab}
      title={text.run.tab(text.run.kinds[run.header.kind], run.header.title)}
      data-testid={`run-tab-${run.runId}`}
    >
      <RunStateIcon state={run.state} size={13} />
      <span>{text.run.kinds[run.header.kind]}</span>
      <MiddleEllipsis text={run.header.title} />
      {/* Of several runs of one kind the titles are cut alike: when each began tells them apart. */}
      <span className={styles.began}>{formatTimeOfDay(run.header.startedAt).slice(0, CLOCK_LENGTH)}</span>
      {!isFinal(run) && share !== null && <span className={styles.percent}>{formatPercent(share)}</span>}
    </Tabs.Trigger>
  );
}
