import { Fragment, useEffect, useRef } from 'react';
import { classes } from '../classes';
import { fitMiddle, glyphsOf } from './fit-middle';
import styles from './MiddleEllipsis.module.css';

interface MiddleEllipsisProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/** Between a source and a target, as titles of runs have it. */
const ARROW = ' → ';
const ELLIPSIS = '…';
/** CSS pixels by which layout may round a width. */
const ROUNDING = 0.5;

/**
 * A name, a path or a run's title on one line. Where there is no room its middle goes, for names differ at their end as
 * often as at their beginning; of "source → target" either side keeps both its ends. The whole stands in the tooltip.
 */
export function MiddleEllipsis({ text, className }: MiddleEllipsisProps) {
  return (
    <span className={classes(styles.line, className)} title={text}>
      {text.split(ARROW).map((name, index) => (
        <Fragment key={index}>
          {index > 0 && <span>{ARROW}</span>}
          <Name name={name} />
        </Fragment>
      ))}
    </span>
  );
}

/**
 * The whole name, which gives the box its width, and over it in `data-cut`, where it is too wide, the cut one. It is set
 * outside React, each time that the width changes.
 */
function Name({ name }: { readonly name: string }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      fit(element);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [name]);
  return (
    <span ref={box} className={styles.name} data-middle-ellipsis>
      <span className={styles.whole}>{name}</span>
    </span>
  );
}

function fit(box: HTMLSpanElement): void {
  const letters = box.firstElementChild?.firstChild;
  if (!(letters instanceof Text)) return;
  const glyphs = glyphsOf(letters.data);
  const room = box.getBoundingClientRect().width + ROUNDING;
  const fitted = fitMiddle(glyphs.length, room, ellipsisWidth(box), measureIn(letters, glyphs));
  if (fitted === null) {
    delete box.dataset.cut;
    return;
  }
  const { start, end } = fitted;
  const tail = glyphs.slice(glyphs.length - end).join('');
  box.dataset.cut = `${glyphs.slice(0, start).join('')}${ELLIPSIS}${tail}`;
}

/** Measures a part of the text where it stands: with its font's features, whatever the box hides of it. */
function measureIn(letters: Text, glyphs: readonly string[]): (from: number, to: number) => number {
  const offsets = [0];
  for (const glyph of glyphs) offsets.push((offsets[offsets.length - 1] ?? 0) + glyph.length);
  const range = document.createRange();
  return (from, to) => {
    range.setStart(letters, offsets[from] ?? 0);
    range.setEnd(letters, offsets[to] ?? letters.length);
    return range.getBoundingClientRect().width;
  };
}

const canvas = document.createElement('canvas').getContext('2d');

function ellipsisWidth(element: HTMLElement): number {
  if (canvas === null) return 0;
  // The shorthand `font` of a computed style is empty where tabular figures are on (Chromium 83).
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return canvas.measureText(ELLIPSIS).width;
}
