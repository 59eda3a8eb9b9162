import { useState } from 'react';
import { ZoomIn, ZoomOut } from 'lucide-react';
import type { Inspection, InspectTier } from '../../../../app/contract/pages/inspection';
import { formatCount } from '../../../../app/contract/quantities';
import { mapModes, type MapMode } from '../../../charts/pages/page-map';
import { PageMapCanvas, type MapPoint } from '../../../charts/pages/PageMapCanvas';
import { IconButton } from '../../../parts/controls/Button';
import { Panel } from '../../../parts/layout/Panel';
import { Segmented } from '../../../parts/controls/Segmented';
import { text } from '../../../text';
import { MapLegend } from './MapLegend';
import { MapTip } from './MapTip';
import { nameAt } from './name-at';
import { sideTitle, type Side } from './side';
import styles from '../table/TableView.module.css';

const HEIGHT = 230;
const MOST_ZOOM = 4;

interface PageMapPanelProps {
  readonly sides: readonly Side[];
  readonly tier: InspectTier;
  readonly inspection: Inspection;
}

/** Every page of the file as a cell, coloured by what is asked about it. */
export function PageMapPanel({ sides, tier, inspection }: PageMapPanelProps) {
  const [mode, setMode] = useState<MapMode>('key');
  const [zoom, setZoom] = useState(0);
  const [at, setAt] = useState<{ readonly side: number; readonly point: MapPoint } | null>(null);
  const maps = sides.map(({ drawn }) => drawn?.file.map ?? null);
  const fitCount = Math.max(0, ...maps.map((map) => map?.used.length ?? 0));
  const shown = sides[sides.length - 1]?.drawn ?? null;
  const isEmpty = maps.every((map) => map === null);
  return (
    <Panel
      title={text.inspect.map}
      testId="inspect-map-panel"
      actions={
        isEmpty ? undefined : (
          <>
            <Segmented
              label={text.inspect.colourBy}
              value={mode}
              options={mapModes.map((value) => ({
                value,
                label: text.inspect.modes[value],
                testId: `inspect-mode-${value}`,
              }))}
              onValue={setMode}
            />
            <IconButton
              label={text.inspect.zoomOut}
              disabled={zoom === 0}
              onClick={() => {
                setZoom(zoom - 1);
              }}
            >
              <ZoomOut size={14} aria-hidden />
            </IconButton>
            <IconButton
              label={text.inspect.zoomIn}
              disabled={zoom === MOST_ZOOM}
              data-testid="inspect-zoom-in"
              onClick={() => {
                setZoom(zoom + 1);
              }}
            >
              <ZoomIn size={14} aria-hidden />
            </IconButton>
          </>
        )
      }
    >
      {isEmpty ? (
        <p className={styles.missing}>{text.inspect.missingMap(tier)}</p>
      ) : (
        <>
          <div className={styles.sides}>
            {sides.map((side, place) => (
              <div key={side.which}>
                {sides.length > 1 && <p className={styles.side}>{sideTitle(side)}</p>}
                {side.drawn?.file.map == null ? (
                  <p className={styles.missing}>{text.inspect.missingMap(place === 0 ? 'file' : tier)}</p>
                ) : (
                  <PageMapCanvas
                    label={text.inspect.mapLabel(
                      formatCount(side.drawn.file.pages),
                      nameAt(inspection, side.drawn, side.drawn.place),
                    )}
                    map={side.drawn.file.map}
                    pageSize={side.drawn.file.pageSize}
                    mode={mode}
                    focus={side.drawn.place}
                    height={HEIGHT}
                    fitCount={fitCount}
                    zoom={zoom}
                    point={at?.side === place ? at.point : null}
                    onPoint={(point) => {
                      setAt(point === null ? null : { side: place, point });
                    }}
                    testId={`inspect-map-${side.which}`}
                  />
                )}
              </div>
            ))}
          </div>
          {shown !== null && <MapLegend mode={mode} drawn={shown} inspection={inspection} />}
          <p className={styles.hint}>{text.inspect.modeHints[mode]}</p>
          {at !== null && (
            <MapTip point={at.point} drawn={sides[at.side]?.drawn ?? null} inspection={inspection} />
          )}
        </>
      )}
    </Panel>
  );
}
