import { inOrderPct, type IndexLayout, type Inspection } from '../../../../app/contract/pages/inspection';
import { formatBytes, formatCount } from '../../../../app/contract/quantities';
import { Panel } from '../../../parts/layout/Panel';
import { Unknown } from '../../../parts/display/Unknown';
import { reasonFor } from '../../../state/pages/figures';
import { text } from '../../../text';
import { indexLabel } from '../pictures/index-label';
import styles from './TableView.module.css';

const names = text.inspect.figureNames;
type FigureName = keyof typeof names;
const figures = Object.keys(names) as FigureName[];

/** Everything as text: each figure of each index, or why it is not known. */
export function FiguresTable({ inspection: { indexes } }: { readonly inspection: Inspection }) {
  return (
    <Panel title={text.inspect.figures} testId="inspect-figures">
      <div className={styles.tableHolder} tabIndex={0} role="group" aria-label={text.inspect.figures}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.inspect.figure}</th>
              {indexes.map((index) => (
                <th key={indexLabel(index)} scope="col">
                  {indexLabel(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map((figure) => (
              <tr key={figure}>
                <th scope="row">{names[figure]}</th>
                {indexes.map((index) => (
                  <td key={indexLabel(index)}>
                    <Value index={index} figure={figure} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Value({ index, figure }: { readonly index: IndexLayout; readonly figure: FigureName }) {
  const value = index[figure];
  if (value === null) {
    return <Unknown reason={text.inspect.unknown(reasonFor(index, figure) ?? text.inspect.noReason)} />;
  }
  if (figure.endsWith('Bytes')) return <>{formatBytes(value)}</>;
  const shown = figure === 'outOfOrderPct' ? inOrderPct(value) : value;
  return <>{figure.endsWith('Pct') ? text.inspect.percent(shown.toFixed(1)) : formatCount(shown)}</>;
}
