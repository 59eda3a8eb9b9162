import { useState } from 'react';
import {
  accountText,
  mappedText,
  readMapped,
  type AccountMap,
} from '../../../app/contract/commands/definers';
import { splitPatterns } from '../../../app/contract/commands/pattern';
import type { DefinerWish } from '../../../app/contract/runs/options';
import { Field, TextInput } from '../../parts/controls/Field';
import { Select, type Option } from '../../parts/controls/Select';
import { text } from '../../text';

interface DefinersFieldProps {
  readonly testId: string;
  readonly value: DefinerWish;
  /** Words for the choices, which name the side that the run reads or writes. */
  readonly texts: Readonly<Record<'keep' | 'current', string>> & { readonly strip?: string };
  readonly onValue: (value: DefinerWish) => void;
}

/** Definers of views, triggers, routines and events: kept, replaced for all objects, or replaced account by account. */
export function DefinersField({ testId, value, texts, onValue }: DefinersFieldProps) {
  const [typed, setTyped] = useState<string | null>(
    value.kind === 'map' ? value.accounts.map(mappedText).join(', ') : null,
  );
  const accounts = typed === null ? null : readAccountMap(typed);
  const choose = (kind: string): void => {
    setTyped(kind === 'map' ? '' : null);
    if (kind === 'keep' || kind === 'current' || kind === 'strip') onValue({ kind });
    // Nothing is replaced until an account is named.
    if (kind === 'map') onValue({ kind: 'keep' });
  };
  return (
    <>
      <Field label={text.common.definers} hint={text.common.definersHint}>
        {(ids) => (
          <Select
            {...ids}
            testId={testId}
            value={typed === null ? shownKind(value, texts) : 'map'}
            options={optionsOf(value, texts)}
            onValue={choose}
          />
        )}
      </Field>
      {typed !== null && (
        <Field
          label={text.common.definersMap}
          hint={text.common.definersMapHint}
          problem={accounts === null ? text.common.definersMapUnread : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              data-testid={`${testId}-map`}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                const read = readAccountMap(target.value);
                onValue(read === null ? { kind: 'keep' } : { kind: 'map', accounts: read });
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** Where the run itself creates the objects, its account becomes the definer of those that name none. */
function shownKind({ kind }: DefinerWish, texts: DefinersFieldProps['texts']): string {
  return kind === 'strip' && texts.strip === undefined ? 'current' : kind;
}

/** One account for all objects comes from a command line's set-up; it stays choosable. */
function optionsOf(value: DefinerWish, texts: DefinersFieldProps['texts']): readonly Option[] {
  return [
    { value: 'keep', text: texts.keep },
    { value: 'current', text: texts.current },
    ...(texts.strip === undefined ? [] : [{ value: 'strip', text: texts.strip }]),
    { value: 'map', text: text.common.definersMapped },
    ...(value.kind === 'replace'
      ? [{ value: value.kind, text: text.common.definersOf(accountText(value)) }]
      : []),
  ];
}

/** Reads replacements with commas between them; null where one is none, or an account is replaced twice. */
function readAccountMap(typed: string): AccountMap | null {
  const read = splitPatterns(typed, ',').map((one) => readMapped(one.trim()));
  const accounts = read.flatMap((one) => (one === null ? [] : [one]));
  const named = new Set(accounts.map(({ from }) => accountText(from)));
  return accounts.length === read.length && named.size === read.length ? accounts : null;
}
