import { Archive, CircleCheck, CircleDashed, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReadingChoices } from '../../../../app/contract/commands/input';
import type { DumpSummary } from '../../../../app/contract/runs/dump-folder';
import type { FolderChoice } from '../../../../app/contract/runs/folder-choice';
import { Notices } from '../../../features/failures/Notices';
import { Path } from '../../../parts/display/Path';
import { text } from '../../../text';
import { formatBytes, formatCount } from '../../../../app/contract/quantities';
import { ReadAs } from '../reading/ReadAs';
import styles from '../LoadScreen.module.css';

interface DumpFactsProps {
  readonly folder: FolderChoice;
  /** Choices about its files of values. */
  readonly input: ReadingChoices;
  readonly summary: DumpSummary;
}

/** Facts of the dump: tool, source, time, size, completeness. */
export function DumpFacts({ folder, input, summary }: DumpFactsProps) {
  const rows = sumRows(summary);
  const facts: readonly (readonly [string, string])[] = [
    [text.load.server, serverText(summary)],
    [text.load.taken, takenText(summary)],
    [text.load.madeBy, summary.tool],
    [text.load.format, summary.formatVersion],
    [text.load.columnRows, rows === null ? text.load.notRecorded : formatCount(rows)],
    [text.load.dataSize, summary.dataBytes === null ? text.load.notRecorded : formatBytes(summary.dataBytes)],
    [text.load.storedSize, `${formatBytes(summary.storedBytes)} · ${text.load.files(summary.files)}`],
  ];
  return (
    <section className={styles.summary} aria-label={text.load.dumpFolder}>
      <div className={styles.folder}>
        <Archive size={15} aria-hidden />
        <strong>
          <Path path={folder.display} testId="load-folder" />
        </strong>
        <Wholeness summary={summary} />
      </div>
      <div className={styles.recognized}>
        <p data-testid="load-recognized">{summary.recognized}</p>
        {summary.takesChoices && <ReadAs folder={folder} input={input} />}
      </div>
      {summary.end === null && summary.stillToCome === null && (
        <p className={styles.unusable}>{text.load.incompleteExplain}</p>
      )}
      <div className={styles.problems}>
        <Notices
          label={text.load.problems}
          failures={summary.problems}
          tone="failed"
          testId="load-problems"
        />
      </div>
      <div className={styles.problems}>
        <Notices label={text.load.warnings} failures={summary.lacks} tone="warning" testId="load-warnings" />
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {summary.remarks.map((remark) => (
        <p key={remark} className={styles.executes}>
          {remark}
        </p>
      ))}
      <p className={styles.executes}>{text.load.executes}</p>
    </section>
  );
}

type Whole = 'whole' | 'doubtful' | 'being-written' | 'incomplete' | 'refused';

const wholeIcons: Readonly<Record<Whole, LucideIcon>> = {
  whole: CircleCheck,
  doubtful: TriangleAlert,
  'being-written': CircleDashed,
  incomplete: CircleX,
  refused: CircleX,
};

function wholenessOf({ complete, end, stillToCome, lacks }: DumpSummary): Whole {
  if (stillToCome !== null) return 'being-written';
  if (complete) return lacks.some(({ code }) => code === 'dump-incomplete') ? 'doubtful' : 'whole';
  return end === null ? 'incomplete' : 'refused';
}

function Wholeness({ summary }: { readonly summary: DumpSummary }) {
  const state = wholenessOf(summary);
  const Icon = wholeIcons[state];
  const words = {
    whole: text.load.complete,
    doubtful: text.load.doubtful,
    'being-written': text.load.beingWritten(summary.stillToCome ?? 0),
    incomplete: text.load.incomplete,
    refused: text.load.refused,
  } as const;
  return (
    <span className={styles.state} data-state={state} data-testid="load-complete">
      <Icon size={14} aria-hidden />
      {words[state]}
    </span>
  );
}

function serverText({ vendor, serverVersion }: DumpSummary): string {
  if (serverVersion === '') return text.load.notRecorded;
  return `${text.connections.practiceName[vendor]} ${serverVersion}`;
}

function takenText(summary: DumpSummary): string {
  if (summary.begin === '') return text.load.notRecorded;
  if (summary.end === null) return summary.begin;
  const end = summary.end.slice(0, 10) === summary.begin.slice(0, 10) ? summary.end.slice(11) : summary.end;
  return text.load.takenAt(summary.begin, end);
}

/** Null where the dump records none for a table. */
function sumRows(summary: DumpSummary): number | null {
  let sum = 0;
  for (const { tables } of summary.schemas) {
    for (const { rows } of tables) {
      if (rows === null) return null;
      sum += rows;
    }
  }
  return sum;
}
