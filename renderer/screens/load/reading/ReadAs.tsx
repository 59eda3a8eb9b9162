import { useEffect, useRef, useState } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import type { ReadingChoices } from '../../../../app/contract/commands/input';
import type { DumpTablePlace, ValuesReading } from '../../../../app/contract/runs/dump-folder';
import type { FolderChoice } from '../../../../app/contract/runs/folder-choice';
import { Notices } from '../../../features/failures/Notices';
import { Button } from '../../../parts/controls/Button';
import { Field } from '../../../parts/controls/Field';
import { Select } from '../../../parts/controls/Select';
import { Announce } from '../../../parts/notices/Announce';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Waiting } from '../../../parts/notices/Waiting';
import { Dialog } from '../../../parts/overlays/Dialog';
import { readAs, takeReread } from '../../../state/app/navigation';
import { text } from '../../../text';
import { FirstRowsTable } from '../contents/FirstRowsTable';
import { ReadAsFields } from './ReadAsFields';
import { AS_FOUND, choiceOf, choicesOf, draftOf } from './reading-draft';
import { useReading } from './use-reading';
import styles from './ReadAs.module.css';

interface ReadAsProps {
  readonly folder: FolderChoice;
  /** The choices that were made. */
  readonly input: ReadingChoices;
}

/** Opens the form in which the reading of files of values is chosen. */
export function ReadAs({ folder, input }: ReadAsProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button that had opened the form went with the screen.
  useEffect(() => {
    if (takeReread()) button.current?.focus();
  }, []);
  return (
    <>
      <Button
        ref={button}
        data-testid="load-read-as"
        onClick={() => {
          setOpen(true);
        }}
      >
        <SlidersHorizontal size={14} aria-hidden />
        {text.load.readAs.open}
      </Button>
      {open && (
        <ReadAsDialog
          folder={folder}
          input={input}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function ReadAsDialog({ folder, input, onClose }: ReadAsProps & { readonly onClose: () => void }) {
  const words = text.load.readAs;
  const [draft, setDraft] = useState(() => draftOf(input));
  const [shown, setShown] = useState<DumpTablePlace | null>(null);
  const { choices, problems } = choicesOf(draft);
  const { now, latest } = useReading({ folder: folder.handle, input: choices, shown });
  const refused = now.kind === 'failed' ? choiceOf(now.failure) : null;
  const said =
    now.kind === 'failed' && refused !== null ? { ...problems, [refused]: now.failure.message } : problems;
  const hasProblems = Object.keys(said).length > 0;
  return (
    <Dialog
      title={words.title}
      explain={words.explain}
      open
      onClose={onClose}
      unsaved={JSON.stringify(draft) !== JSON.stringify(draftOf(input))}
      onSubmit={() => {
        if (hasProblems || now.kind !== 'ready') return;
        onClose();
        readAs(choices);
      }}
      testId="read-as-dialog"
      width="full"
      actions={
        <>
          <div>
            <Button
              disabled={JSON.stringify(draft) === JSON.stringify(AS_FOUND)}
              data-testid="read-reset"
              onClick={() => {
                setDraft(AS_FOUND);
              }}
            >
              {words.reset}
            </Button>
          </div>
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            reason={hasProblems ? words.wrongFirst : undefined}
            disabled={now.kind !== 'ready'}
            data-testid="read-apply"
          >
            {words.apply}
          </Button>
        </>
      }
    >
      <ReadAsFields
        draft={draft}
        problems={said}
        isOfMany={(latest?.tables.length ?? 1) > 1}
        onDraft={(change) => {
          setDraft({ ...draft, ...change });
        }}
      />
      <section className={styles.sample} aria-label={text.load.firstRows} aria-busy={now.kind === 'loading'}>
        {now.kind === 'loading' && <Announce>{words.reading}</Announce>}
        {now.kind === 'failed' && refused === null && <FailureNotice failure={now.failure} tone="failed" />}
        {latest === null && now.kind === 'loading' && <Waiting title={words.reading} />}
        {latest !== null && now.kind !== 'failed' && <Sample reading={latest} onShown={setShown} />}
      </section>
    </Dialog>
  );
}

interface SampleProps {
  readonly reading: ValuesReading;
  readonly onShown: (table: DumpTablePlace) => void;
}

/** First rows and types of one table, and what is wrong with any. */
function Sample({ reading: { tables, shown, problems, warnings }, onShown }: SampleProps) {
  const words = text.load.readAs;
  const names = tables.map(({ schema, table }) => `${schema}.${table}`);
  const { schema, table, reading, ...rows } = shown;
  return (
    <>
      {tables.length > 1 && (
        <Field label={words.shown}>
          {(ids) => (
            <Select
              {...ids}
              testId="read-shown"
              value={`${schema}.${table}`}
              options={names.map((name) => ({ value: name, text: name }))}
              onValue={(name) => {
                const chosen = tables[names.indexOf(name)];
                if (chosen !== undefined) onShown(chosen);
              }}
            />
          )}
        </Field>
      )}
      <p className={styles.reading} data-testid="read-reading" aria-live="polite">
        {reading}
      </p>
      <Notices label={words.problemsLabel} failures={problems} tone="failed" testId="read-problems" />
      <Notices label={words.warnings} failures={warnings} tone="warning" testId="read-warnings" />
      <FirstRowsTable {...rows} />
    </>
  );
}
