import { formatCount } from '../../../../app/contract/quantities';
import type { Inspection } from '../../../../app/contract/pages/inspection';
import { indexColour, neutralColour, type MapMode } from '../../../charts/pages/page-map';
import type { DrawnIndex } from '../../../state/inspect/before';
import { text } from '../../../text';
import { useAppearance } from '../../../theme/appearance';
import { rampColour } from '../../../theme/ramps';
import { nameAt } from './name-at';
import styles from '../table/TableView.module.css';

const SCALES = {
  fill: text.inspect.scaleFill,
  key: text.inspect.scaleKey,
  lsn: text.inspect.scaleLsn,
} as const;
const STOPS = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** More names than that would not fit a line. */
const MOST_NAMES = 8;

interface MapLegendProps {
  readonly mode: MapMode;
  readonly drawn: DrawnIndex;
  readonly inspection: Inspection;
}

export function MapLegend({ mode, drawn, inspection }: MapLegendProps) {
  const theme = useAppearance((state) => state.theme);
  const pagesPerCell = drawn.file.map?.pagesPerCell ?? 1;
  return (
    <div className={styles.legend}>
      {mode === 'index' ? (
        drawn.file.indexes
          .slice(0, MOST_NAMES)
          .map(({ indexId }, place) => (
            <Key key={indexId} colour={indexColour(place, theme)} name={nameAt(inspection, drawn, place)} />
          ))
      ) : (
        <>
          <span>{SCALES[mode][0]}</span>
          <span
            className={styles.ramp}
            style={{
              backgroundImage: `linear-gradient(to right, ${STOPS.map((at) => rampColour(mode, at)).join(', ')})`,
            }}
          />
          <span>{SCALES[mode][1]}</span>
        </>
      )}
      <Key
        colour={neutralColour('other', theme)}
        name={mode === 'index' ? text.inspect.otherPages : text.inspect.otherIndex}
      />
      <Key colour={neutralColour('unused', theme)} name={text.inspect.unusedPages} />
      <span>
        {'· '}
        {pagesPerCell === 1 ? text.inspect.onePerCell : text.inspect.perCell(formatCount(pagesPerCell))}
      </span>
    </div>
  );
}

function Key({ colour, name }: { readonly colour: string; readonly name: string }) {
  return (
    <>
      <span className={styles.key} style={{ backgroundColor: colour }} />
      <span>{name}</span>
    </>
  );
}
