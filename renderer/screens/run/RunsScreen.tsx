import { Activity } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { Empty } from '../../parts/Panel';
import { RunStateIcon } from '../../parts/RunStateIcon';
import { showRun, useNavigation } from '../../state/navigation';
import { progressOf, type RunModel } from '../../state/run-model';
import { isFinal, useRuns } from '../../state/runs';
import { text } from '../../text';
import { formatPercent } from '../../../app/contract/quantities';
import hidden from '../../parts/hidden.module.css';
import { RunPane } from './RunPane';
import styles from './RunsScreen.module.css';

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
          />
        </div>
      ) : (
        <Tabs.Root value={shown.runId} onValueChange={showRun} asChild>
          <div className={styles.screen}>
            <Tabs.List className={styles.tabs} aria-label={text.run.tabs}>
              {runs.map((run) => (
                <RunTab key={run.runId} run={run} />
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

function RunTab({ run }: { readonly run: RunModel }) {
  const share = progressOf(run);
  return (
    <Tabs.Trigger value={run.runId} className={styles.tab} data-testid={`run-tab-${run.runId}`}>
      <RunStateIcon state={run.state} size={13} />
      <span className={styles.tabTitle}>{`${text.run.kinds[run.header.kind]} · ${run.header.title}`}</span>
      {!isFinal(run) && share !== null && <span className={styles.percent}>{formatPercent(share)}</span>}
    </Tabs.Trigger>
  );
}
