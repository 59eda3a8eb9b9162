import type { RunningApp } from './launch';

/** Place of the focus while somebody walks with Tab. */
export interface Stop {
  /** A test id, a label or the words on it. */
  readonly name: string;
  /** Its place among all elements of the document. */
  readonly place: number;
  /** True if a ring, or a row that is marked, shows where the focus is. */
  readonly isMarked: boolean;
}

/** More stops than any screen has: by then a walk has come round. */
const MOST_STOPS = 120;

/** Walks with Tab from where the focus stands until it comes there again. Fails where it never does. */
export async function walk(app: RunningApp): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < MOST_STOPS; step += 1) {
    await app.page.keyboard.press('Tab');
    const stop = await app.page.evaluate(here);
    // Between the last element and the first one the page itself has the focus.
    if (stop === null) continue;
    if (stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab never comes round: ${stops.map(({ name }) => name).join(', ')}`);
}

/** Runs in the page. */
function here(): Stop | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const isDrawn = (element: Element): boolean => {
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  };
  const row = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  return {
    name: focused.getAttribute('data-testid') ?? focused.getAttribute('aria-label') ?? focused.textContent,
    place: Array.from(document.querySelectorAll('*')).indexOf(focused),
    isMarked: isDrawn(focused) || (row !== null && isDrawn(row)),
  };
}
