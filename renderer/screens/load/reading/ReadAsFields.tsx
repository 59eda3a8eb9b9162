import { ChoiceField } from '../../../parts/controls/ChoiceField';
import { Field, TextInput } from '../../../parts/controls/Field';
import { text } from '../../../text';
import {
  charsets,
  dateOrders,
  decimals,
  escapes,
  headers,
  nullWords,
  OTHER,
  quotes,
  separators,
  type ReadingDraft,
  type ReadingProblems,
} from './reading-draft';
import styles from './ReadAs.module.css';

interface ReadAsFieldsProps {
  readonly draft: ReadingDraft;
  readonly problems: ReadingProblems;
  /** True for several tables, each called like its file. */
  readonly isOfMany: boolean;
  readonly onDraft: (change: Partial<ReadingDraft>) => void;
}

/** The choices about files of values, each left to the file or made by hand. */
export function ReadAsFields({ draft, problems, isOfMany, onDraft }: ReadAsFieldsProps) {
  const { readAs } = text.load;
  return (
    <div className={styles.fields}>
      <ChoiceField
        label={readAs.separator}
        caution={problems.separator}
        testId="read-separator"
        value={draft.separator}
        values={separators}
        texts={readAs.separators}
        onValue={(separator) => {
          onDraft({ separator });
        }}
      >
        {draft.separator === OTHER && (
          <OtherInput
            label={readAs.otherSeparator}
            testId="read-other-separator"
            maxLength={1}
            value={draft.otherSeparator}
            onValue={(otherSeparator) => {
              onDraft({ otherSeparator });
            }}
          />
        )}
      </ChoiceField>
      <ChoiceField
        label={readAs.quote}
        caution={problems.quote}
        testId="read-quote"
        value={draft.quote}
        values={quotes}
        texts={readAs.quotes}
        onValue={(quote) => {
          onDraft({ quote });
        }}
      >
        {draft.quote === OTHER && (
          <OtherInput
            label={readAs.otherQuote}
            testId="read-other-quote"
            maxLength={1}
            value={draft.otherQuote}
            onValue={(otherQuote) => {
              onDraft({ otherQuote });
            }}
          />
        )}
      </ChoiceField>
      <ChoiceField
        label={readAs.escape}
        caution={problems.escape}
        testId="read-escape"
        value={draft.escape}
        values={escapes}
        texts={readAs.escapes}
        onValue={(escape) => {
          onDraft({ escape });
        }}
      />
      <ChoiceField
        label={readAs.header}
        caution={problems.header}
        testId="read-header"
        value={draft.header}
        values={headers}
        texts={readAs.headers}
        onValue={(header) => {
          onDraft({ header });
        }}
      />
      <ChoiceField
        label={readAs.charset}
        caution={problems.charset}
        testId="read-charset"
        value={draft.charset}
        values={charsets}
        texts={readAs.charsets}
        onValue={(charset) => {
          onDraft({ charset });
        }}
      />
      <ChoiceField
        label={readAs.nullWord}
        caution={problems.nullWord}
        testId="read-null"
        value={draft.nullWord}
        values={nullWords}
        texts={readAs.nullWords}
        onValue={(nullWord) => {
          onDraft({ nullWord });
        }}
      >
        {draft.nullWord === OTHER && (
          <OtherInput
            label={readAs.otherNullWord}
            testId="read-other-null"
            maxLength={64}
            value={draft.otherNullWord}
            onValue={(otherNullWord) => {
              onDraft({ otherNullWord });
            }}
          />
        )}
      </ChoiceField>
      <ChoiceField
        label={readAs.decimal}
        caution={problems.decimal}
        testId="read-decimal"
        value={draft.decimal}
        values={decimals}
        texts={readAs.decimals}
        onValue={(decimal) => {
          onDraft({ decimal });
        }}
      />
      <ChoiceField
        label={readAs.dates}
        caution={problems.dates}
        testId="read-dates"
        value={draft.dates}
        values={dateOrders}
        texts={readAs.dateOrders}
        onValue={(dates) => {
          onDraft({ dates });
        }}
      />
      <TextField
        label={readAs.table}
        hint={isOfMany ? readAs.tableOfMany : readAs.tableHint}
        problem={problems.table}
        testId="read-table"
        value={draft.table}
        onValue={(table) => {
          onDraft({ table });
        }}
      />
      <TextField
        label={readAs.timeZone}
        hint={readAs.timeZoneHint}
        problem={problems.timeZone}
        testId="read-time-zone"
        value={draft.timeZone}
        onValue={(timeZone) => {
          onDraft({ timeZone });
        }}
      />
      <div className={styles.whole}>
        <TextField
          label={readAs.columns}
          hint={readAs.columnsHint}
          problem={problems.columns}
          testId="read-columns"
          value={draft.columns}
          onValue={(columns) => {
            onDraft({ columns });
          }}
        />
      </div>
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly problem: string | undefined;
  readonly testId: string;
  readonly disabled?: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function TextField({ label, hint, problem, testId, disabled = false, value, onValue }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <TextInput
          {...ids}
          data-testid={testId}
          disabled={disabled}
          aria-invalid={problem !== undefined}
          value={value}
          onChange={({ target }) => {
            onValue(target.value);
          }}
        />
      )}
    </Field>
  );
}

interface OtherInputProps {
  readonly label: string;
  readonly testId: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Takes what a list of choices does not have. */
function OtherInput({ label, testId, maxLength, value, onValue }: OtherInputProps) {
  return (
    <TextInput
      aria-label={label}
      data-testid={testId}
      maxLength={maxLength}
      autoFocus
      value={value}
      onChange={({ target }) => {
        onValue(target.value);
      }}
    />
  );
}
