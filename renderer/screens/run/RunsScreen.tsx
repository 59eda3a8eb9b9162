import { useEffect, useRef } from 'react';
import { Activity, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { RunHeader } from '../../../app/contract/runs/run';
import { Button } from '../../parts/controls/Button';
import { MiddleEllipsis } from '../../parts/display/MiddleEllipsis';
import { Select } from '../../parts/controls/Select';
import { Empty } from '../../parts/layout/Panel';
import { RunStateIcon } from '../../features/run-state/RunStateIcon';
import { show, showRun, useNavigation } from '../../state/app/navigation';
import { progressOf, type RunModel } from '../../state/runs/run-model';
import { closeRun, isFinal, useRuns } from '../../state/runs/runs';
import { text } from '../../text';
import { formatPercent, formatTimeOfDay } from '../../../app/contract/quantities';
import hidden from '../../parts/display/hidden.module.css';
import { RunPane } from './RunPane';
import styles from './RunsScreen.module.css';

/** `14:03:07`, without the tenths. */
const CLOCK_LENGTH = 8;

/** Tabs that a usual window has no room for. */
const MANY = 4;

export function RunsScreen() {
  const order = useRuns((state) => state.order);
  const byId = useRuns((state) => state.byId);
  const wanted = useNavigation((state) => state.runId);
  const runs = order.flatMap((runId) => byId[runId] ?? []);
  const hasClosed = order.length < Object.keys(byId).length;
  const shown = runs.find((run) => run.runId === wanted) ?? runs[runs.length - 1];
  return (
    <section className={styles.whole} data-testid="screen-run" aria-label={text.run.title}>
      {shown === undefined ? (
        <div className={styles.none}>
          <h1 className={hidden.hidden}>{text.run.title}</h1>
          <Empty
            icon={<Activity size={24} aria-hidden />}
            title={hasClosed ? text.run.noneOpen : text.run.none}
            explain={hasClosed ? text.run.noneOpenExplain : text.run.noneExplain}
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
            <div className={styles.bar}>
              <Tabs.List className={styles.tabs} aria-label={text.run.tabs}>
                {runs.map((run) => (
                  <RunTab key={run.runId} run={run} isShown={run === shown} />
                ))}
              </Tabs.List>
              {runs.length >= MANY && <RunMenu runs={runs} shown={shown.runId} />}
            </div>
            <Tabs.Content value={shown.runId} className={styles.content} tabIndex={-1}>
              <RunPane key={shown.runId} run={shown} />
            </Tabs.Content>
          </div>
        </Tabs.Root>
      )}
    </section>
  );
}

/** List of all runs, for tabs that are out of sight. */
function RunMenu({ runs, shown }: { readonly runs: readonly RunModel[]; readonly shown: string }) {
  return (
    <div className={styles.menu}>
      <Select
        aria-label={text.run.allRuns}
        testId="run-menu"
        value={shown}
        options={runs.map(({ runId, header, state }) => ({
          value: runId,
          text: text.run.tab(text.run.kindOf(header), header.title),
          detail: `${text.run.states[state]}, ${beganAt(header)}`,
        }))}
        onValue={showRun}
      />
    </div>
  );
}

function beganAt({ startedAt }: RunHeader): string {
  return formatTimeOfDay(startedAt).slice(0, CLOCK_LENGTH);
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
  const isOver = isFinal(run);
  const close = () => {
    closeRun(run.runId);
  };
  return (
    <div className={styles.item} role="presentation">
      <Tabs.Trigger
        ref={tab}
        value={run.runId}
        className={styles.tab}
        title={text.run.tab(text.run.kindOf(run.header), run.header.title)}
        data-testid={`run-tab-${run.runId}`}
        {...(isOver && { 'aria-keyshortcuts': 'Delete' })}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' || !isOver) return;
          const list = event.currentTarget.closest('[role="tablist"]');
          close();
          // The focus goes where the next key is expected to work: on the tab that is in front now.
          requestAnimationFrame(() => {
            list?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
          });
        }}
      >
        <RunStateIcon state={run.state} size={13} />
        <span>{text.run.kindOf(run.header)}</span>
        <MiddleEllipsis text={run.header.title} />
        {/* Of several runs of one kind the titles are cut alike: when each began tells them apart. */}
        <span className={styles.began}>{beganAt(run.header)}</span>
        {!isOver && share !== null && <span className={styles.percent}>{formatPercent(share)}</span>}
      </Tabs.Trigger>
      {/* A tab list holds tabs alone: to keys and screen readers, the tab itself says how it is closed. */}
      {isOver && (
        <button
          type="button"
          className={styles.close}
          title={text.run.closeTab}
          aria-hidden
          tabIndex={-1}
          data-testid={`run-close-${run.runId}`}
          onClick={close}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </div>
  );
}
