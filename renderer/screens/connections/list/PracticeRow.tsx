import { useState } from 'react';
import {
  CircleCheck,
  CircleDashed,
  CircleStop,
  CircleX,
  Loader,
  Play,
  Square,
  type LucideIcon,
} from 'lucide-react';
import type { PracticeServer } from '../../../../app/contract/connections/practice';
import { Button } from '../../../parts/controls/Button';
import { Confirm } from '../../../parts/overlays/Dialog';
import { runsOn, useRuns } from '../../../state/runs/runs';
import { startPractice, stopPractice } from '../../../state/servers/connections';
import { showDump, showLoadInto } from '../../../state/app/navigation';
import { text } from '../../../text';
import styles from './PracticeRow.module.css';

const icons: Readonly<Record<PracticeServer['state'], LucideIcon>> = {
  'not-installed': CircleDashed,
  stopped: CircleStop,
  starting: Loader,
  running: CircleCheck,
  failed: CircleX,
};

export function PracticeRow({ server }: { readonly server: PracticeServer }) {
  const Icon = icons[server.state];
  const testId = `practice-${server.vendor}`;
  return (
    <li className={styles.row} data-testid={testId} data-state={server.state}>
      <span className={styles.name}>{text.connections.practiceName[server.vendor]}</span>
      <span className={styles.state} data-state={server.state}>
        <Icon size={14} aria-hidden />
        {text.connections.practiceStates[server.state]}
      </span>
      <span className={styles.detail} data-testid={`${testId}-detail`} role="status" title={server.detail}>
        {server.detail}
      </span>
      <span className={styles.actions}>
        {server.state === 'running' ? <RunningActions server={server} /> : <StartAction server={server} />}
      </span>
    </li>
  );
}

interface ActionsProps {
  readonly server: PracticeServer;
}

function StartAction({ server }: ActionsProps) {
  const name = text.connections.practiceName[server.vendor];
  return (
    <Button
      reason={server.state === 'starting' ? text.connections.startsAlready : undefined}
      aria-label={text.connections.startServer(name)}
      data-testid={`practice-${server.vendor}-start`}
      onClick={() => {
        void startPractice(server.vendor);
      }}
    >
      <Play size={13} aria-hidden />
      {text.connections.start}
    </Button>
  );
}

function RunningActions({ server }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const name = text.connections.practiceName[server.vendor];
  const testId = `practice-${server.vendor}`;
  return (
    <>
      <Button
        aria-label={text.connections.dumpFrom(name)}
        data-testid={`${testId}-dump`}
        onClick={() => {
          showDump(server.profileId);
        }}
      >
        {text.connections.dump}
      </Button>
      <Button
        aria-label={text.connections.loadInto(name)}
        data-testid={`${testId}-load`}
        onClick={() => {
          showLoadInto(server.profileId);
        }}
      >
        {text.connections.load}
      </Button>
      <Button
        aria-label={text.connections.stopServer(name)}
        data-testid={`${testId}-stop`}
        onClick={() => {
          if (runsOn(server.profileId, useRuns.getState()).length > 0) setAsking(true);
          else void stopPractice(server.vendor);
        }}
      >
        <Square size={12} aria-hidden />
        {text.connections.stop}
      </Button>
      <Confirm
        title={text.connections.stopUsedTitle(name)}
        explain={text.connections.stopUsed}
        confirm={text.connections.stopConfirm}
        look="danger"
        open={asking}
        onConfirm={() => {
          void stopPractice(server.vendor);
        }}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}
