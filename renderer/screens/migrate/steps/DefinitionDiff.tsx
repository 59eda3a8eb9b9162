import { useState } from 'react';
import type { ConvertedDefinition } from '../../../../app/contract/runs/migrate';
import hidden from '../../../parts/display/hidden.module.css';
import { Select } from '../../../parts/controls/Select';
import { diffLines, type DiffLine } from '../../../state/migrate/definition-diff';
import { text } from '../../../text';
import styles from './DefinitionDiff.module.css';

const SIGNS = { same: ' ', removed: '−', added: '+' } as const;

/** CREATE statements on the source and as converted, line by line; one of them at a time. */
export function DefinitionDiff({ definitions }: { readonly definitions: readonly ConvertedDefinition[] }) {
  const [chosen, setChosen] = useState('');
  const shown = definitions.find(({ object }) => object === chosen) ?? definitions[0];
  if (shown === undefined) return null;
  return (
    <div className={styles.diff} data-testid="finding-definition">
      <div className={styles.head}>
        <p className={styles.title}>{text.migrate.definitionOf(shown.object)}</p>
        {definitions.length > 1 && (
          <Select
            aria-label={text.migrate.definitionChoice}
            testId="finding-definition-choice"
            value={shown.object}
            options={definitions.map(({ object }) => ({ value: object, text: object }))}
            onValue={setChosen}
          />
        )}
      </div>
      <div
        className={styles.lines}
        tabIndex={0}
        role="group"
        aria-label={text.migrate.definitionOf(shown.object)}
      >
        {diffLines(shown).map((line, place) => (
          <Line key={place} line={line} />
        ))}
      </div>
    </div>
  );
}

function Line({ line }: { readonly line: DiffLine }) {
  if (line.kind === 'gap') return <p className={styles.gap}>…</p>;
  const words = text.migrate.diffKinds[line.kind];
  return (
    <p data-kind={line.kind}>
      <span aria-hidden>{SIGNS[line.kind]} </span>
      {words !== '' && <span className={hidden.hidden}>{words}</span>}
      {line.text}
    </p>
  );
}
