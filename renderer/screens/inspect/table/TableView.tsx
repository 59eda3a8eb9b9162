import { useState } from 'react';
import { ArrowLeft } from 'lucide-react';
import { assertNever } from '../../../../app/contract/exhaustive';
import type { PicturedInspection } from '../../../../app/contract/pages/page-picture';
import { Actions } from '../../../parts/layout/Actions';
import { Button } from '../../../parts/controls/Button';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Empty, ScreenFrame } from '../../../parts/layout/Panel';
import { Waiting } from '../../../parts/notices/Waiting';
import { request } from '../../../state/remote/bridge';
import { useConnections, useGuard } from '../../../state/servers/connections';
import { agree, asksFirst, keyOf, remember, useInspect, type TierChoice } from '../../../state/pages/inspect';
import { showSubject, type Subject } from '../../../state/app/navigation';
import { notifyFailure } from '../../../state/app/toasts';
import { withPassword } from '../../../state/servers/unlock';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import { TableActions } from './TableActions';
import { TablePicture } from './TablePicture';
import styles from './TableView.module.css';
import { TierSelect } from '../TierSelect';

/** One table by itself, or one file. */
export function TableView({ subject }: { readonly subject: Subject }) {
  const tier = useInspect((state) => state.tier);
  // An answer makes this ask again.
  useInspect((state) => state.agreed);
  const [attempt, setAttempt] = useState(1);
  // Agreed to for one table only.
  const [locked, setLocked] = useState<string | null>(null);
  const lockRows = locked === subjectKey(subject);
  const mustAsk = subject.kind === 'table' && asksFirst(subject.profileId, tier);
  const remote = useRemote(mustAsk ? null : `${subjectKey(subject)} ${tier} ${attempt} ${lockRows}`, () =>
    inspect(subject, tier, lockRows),
  );
  const again = (): void => setAttempt(attempt + 1);
  return (
    <ScreenFrame
      title={titleOf(subject)}
      subtitle={remote.kind === 'ready' ? factsOf(remote.value) : text.inspect.subtitle}
      testId="screen-inspect-table"
      actions={
        <>
          {subject.kind === 'table' && (
            <div className={styles.tier}>
              <TierSelect />
            </div>
          )}
          {remote.kind === 'ready' && remote.value.inspection.indexes.length > 0 && (
            <TableActions subject={subjectKey(subject)} name={nameOf(subject)} pictured={remote.value} />
          )}
          <Button data-testid="inspect-again" disabled={remote.kind === 'loading'} onClick={again}>
            {text.inspect.again}
          </Button>
          <Button
            data-testid="inspect-back"
            onClick={() => {
              showSubject(null);
            }}
          >
            <ArrowLeft size={14} aria-hidden />
            {text.inspect.back}
          </Button>
        </>
      }
    >
      {mustAsk ? (
        <Ask subject={subject} tier={tier} />
      ) : (
        <Body
          subject={subject}
          remote={remote}
          onAgain={again}
          onLockRows={() => {
            setLocked(subjectKey(subject));
          }}
        />
      )}
    </ScreenFrame>
  );
}

interface BodyProps {
  readonly subject: Subject;
  readonly remote: ReturnType<typeof useRemote<PicturedInspection>>;
  readonly onAgain: () => void;
  readonly onLockRows: () => void;
}

function Body({ subject, remote, onAgain, onLockRows }: BodyProps) {
  const mayLock = useMayLockRows(subject);
  const kept = useInspect((state) => state.kept.get(subjectKey(subject)) ?? null);
  switch (remote.kind) {
    case 'absent':
    case 'loading':
      return (
        <div className={styles.center}>
          <Waiting
            title={text.inspect.inspecting}
            action={<Button onClick={stop}>{text.inspect.stop}</Button>}
          />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.center}>
          <FailureNotice
            failure={remote.failure}
            tone="failed"
            action={<Button onClick={onAgain}>{text.common.tryAgain}</Button>}
          />
        </div>
      );
    case 'ready': {
      const isComparable = kept !== null && kept.pictured !== remote.value;
      return (
        <TablePicture
          pictured={remote.value}
          source={subject.kind === 'file' ? null : (remote.value.inspection.tables[0]?.source ?? null)}
          before={isComparable ? kept.pictured : null}
          isKept={kept !== null && !isComparable}
          onLockRows={mayLock ? onLockRows : null}
        />
      );
    }
    default:
      return assertNever(remote);
  }
}

/** The writers of a production server are not held up for a look. */
function useMayLockRows(subject: Subject): boolean {
  const profiles = useConnections((state) => state.profiles);
  const profile = subject.kind === 'file' ? undefined : profiles.find(({ id }) => id === subject.profileId);
  const guard = useGuard(profile ?? null);
  return subject.kind !== 'file' && guard === null;
}

/** Asks before an inspection and says what it costs. */
function Ask({ subject, tier }: { readonly subject: Subject; readonly tier: TierChoice }) {
  if (subject.kind === 'file' || tier === 'statistics') return null;
  return (
    <div className={styles.center}>
      <Empty
        title={text.inspect.askOneTitle(titleOf(subject))}
        explain={text.inspect.ask(tier)}
        action={
          <Actions>
            <Button
              onClick={() => {
                useInspect.setState({ tier: 'statistics' });
              }}
            >
              {text.inspect.onlyStatistics}
            </Button>
            <Button
              look="primary"
              data-testid="inspect-agree"
              onClick={() => {
                agree(subject.profileId, tier);
              }}
            >
              {text.inspect.readPages}
            </Button>
          </Actions>
        }
      />
    </div>
  );
}

async function inspect(subject: Subject, tier: TierChoice, lockRows: boolean): Promise<PicturedInspection> {
  if (subject.kind === 'file') return await request('inspect/file', { file: subject.file.handle });
  const { profileId, schema, table } = subject;
  const pictured = await withPassword(profileId, () =>
    request('inspect/picture', { profileId, schema, table, tier, lockRows }),
  );
  remember(subjectKey(subject), pictured.inspection);
  return pictured;
}

function stop(): void {
  request('inspect/cancel', null).catch(notifyFailure);
}

export function subjectKey(subject: Subject): string {
  return subject.kind === 'file' ? `file ${subject.file.handle}` : keyOf(subject.profileId, subject);
}

function titleOf(subject: Subject): string {
  return subject.kind === 'file' ? subject.file.display : `${subject.schema}.${subject.table}`;
}

/** Name of a picture or a kept inspection, without the folder of its file. */
function nameOf(subject: Subject): string {
  return subject.kind === 'file' ? subject.file.display.replace(/^.*[\\/]/, '') : titleOf(subject);
}

function factsOf({ inspection: { tables, indexes } }: PicturedInspection): string {
  if (indexes.length === 0) return text.inspect.subtitleHidden;
  const [table] = tables;
  return table === undefined ? '' : text.inspect.facts(text.inspect.tierOf(table.tier), table.coverage);
}
