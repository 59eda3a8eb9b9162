import { useState } from 'react';
import { Lock } from 'lucide-react';
import type { IndexLayout } from '../../../../app/contract/pages/inspection';
import type { PicturedInspection } from '../../../../app/contract/pages/page-picture';
import { Empty } from '../../../parts/layout/Panel';
import { Segmented } from '../../../parts/controls/Segmented';
import { Select } from '../../../parts/controls/Select';
import { drawnIndex, sameIndex } from '../../../state/inspect/before';
import { judge } from '../../../state/inspect/verdict';
import { text } from '../../../text';
import { FiguresTable } from './FiguresTable';
import { FillPanel } from '../pictures/FillPanel';
import { Headline } from './Headline';
import { indexLabel } from '../pictures/index-label';
import { OrderPanel } from '../pictures/OrderPanel';
import { PageMapPanel } from '../pictures/PageMapPanel';
import type { Side } from '../pictures/side';
import styles from './TableView.module.css';
import { VerdictNote } from './VerdictNote';

/** More have a list that opens instead of a row of buttons. */
const MOST_SEGMENTS = 5;

interface TablePictureProps {
  readonly pictured: PicturedInspection;
  /** Source of the figures; null where the title says it. */
  readonly source: string | null;
  /** An earlier state of the same table to compare with. */
  readonly before: PicturedInspection | null;
  /** True if this very state is kept for later ones. */
  readonly isKept: boolean;
  /** Has the order found by locking rows; null where that can't be asked for. */
  readonly onLockRows: (() => void) | null;
}

/** All that is known of a table, one index at a time, with what it was before beside it. */
export function TablePicture({ pictured, source, before, isKept, onLockRows }: TablePictureProps) {
  const [chosen, setChosen] = useState(0);
  const { indexes, tables } = pictured.inspection;
  const place = Math.min(chosen, indexes.length - 1);
  const index = indexes[place];
  const [table] = tables;
  if (index === undefined || table === undefined) {
    return <Hidden notes={table?.notes ?? []} />;
  }
  const earlier = before === null ? null : sameIndex(before.inspection, pictured.inspection, index);
  const sides = sidesOf(pictured, index, before, earlier);
  const clustered = indexes.findIndex(({ partition }) => partition === index.partition);
  return (
    <div className={styles.view} data-testid="inspect-table" tabIndex={-1}>
      <div className={styles.bar}>
        <IndexSwitch indexes={indexes} place={place} onPlace={setChosen} />
        {source !== null && (
          <span className={styles.source} title={source} data-testid="inspect-source">
            {source}
          </span>
        )}
      </div>
      {isKept && (
        <p className={styles.kept} role="status" data-testid="inspect-kept">
          {text.inspect.kept}
        </p>
      )}
      <Headline index={index} before={earlier} />
      <VerdictNote verdict={judge(index, table, clustered === place)} />
      <PageMapPanel sides={sides} tier={table.tier} inspection={pictured.inspection} />
      <div className={styles.pair}>
        <OrderPanel
          sides={sides}
          index={index}
          onLockRows={table.tier !== 'file' && clustered === place ? onLockRows : null}
        />
        <FillPanel index={index} before={earlier} />
      </div>
      <FiguresTable inspection={pictured.inspection} />
      {table.notes.length > 0 && (
        <section className={styles.notes} aria-label={text.inspect.notes}>
          {table.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </section>
      )}
    </div>
  );
}

/** Explains that the pages of a file are encrypted or compressed. */
function Hidden({ notes }: { readonly notes: readonly string[] }) {
  return (
    <div className={styles.center} data-testid="inspect-hidden">
      <Empty
        icon={<Lock size={24} aria-hidden />}
        title={text.inspect.hidden}
        explain={[...notes, text.inspect.hiddenAdvice].join(' ')}
      />
    </div>
  );
}

function sidesOf(
  pictured: PicturedInspection,
  index: IndexLayout,
  before: PicturedInspection | null,
  earlier: IndexLayout | null,
): readonly Side[] {
  const after: Side = {
    which: before === null ? 'only' : 'after',
    takenAt: pictured.inspection.takenAt,
    drawn: drawnIndex(pictured, index),
  };
  if (before === null) return [after];
  const drawn = earlier === null ? null : drawnIndex(before, earlier);
  return [{ which: 'before', takenAt: before.inspection.takenAt, drawn }, after];
}

interface IndexSwitchProps {
  readonly indexes: readonly IndexLayout[];
  readonly place: number;
  readonly onPlace: (place: number) => void;
}

function IndexSwitch({ indexes, place, onPlace }: IndexSwitchProps) {
  const options = indexes.map((index, at) => ({ value: String(at), label: indexLabel(index) }));
  const choose = (value: string): void => onPlace(Number(value));
  if (options.length <= MOST_SEGMENTS) {
    return (
      <div>
        <Segmented
          label={text.inspect.index}
          value={String(place)}
          options={options.map((option) => ({ ...option, testId: `inspect-index-${option.value}` }))}
          onValue={choose}
        />
      </div>
    );
  }
  return (
    <div className={styles.indexSelect}>
      <Select
        aria-label={text.inspect.index}
        testId="inspect-index"
        value={String(place)}
        options={options.map(({ value, label }) => ({ value, text: label }))}
        onValue={choose}
      />
    </div>
  );
}
