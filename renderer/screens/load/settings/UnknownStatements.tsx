import type { DumpSummary } from '../../../../app/contract/runs/dump-folder';
import { Caution } from '../../../parts/notices/Caution';
import { CheckLine } from '../../../parts/controls/CheckLine';
import { Group } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { text } from '../../../text';

interface UnknownStatementsProps {
  readonly statements: DumpSummary['unknownStatements'];
  readonly runs: boolean;
  readonly onRuns: (runs: boolean) => void;
}

/** Option to run the statements of a script that Sluice does not know. */
export function UnknownStatements({ statements: { count, first }, runs, onRuns }: UnknownStatementsProps) {
  const { unknown } = text.load;
  return (
    <Group title={unknown.title}>
      {first.map(({ line, text: statement }) => (
        <p key={`${line} ${statement}`} className={stepStyles.under}>
          {unknown.onLine(line, statement)}
        </p>
      ))}
      {count > first.length && <p className={stepStyles.under}>{unknown.more(count - first.length)}</p>}
      <CheckLine
        ticked={runs}
        label={unknown.run}
        testId="load-run-unknown"
        onToggle={() => {
          onRuns(!runs);
        }}
      />
      {runs ? <p className={stepStyles.under}>{unknown.explain}</p> : <Caution>{unknown.needed}</Caution>}
    </Group>
  );
}
