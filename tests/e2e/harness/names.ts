import type { Page } from 'playwright-core';

/**
 * Names shown cut or whole that are not as they should be, each with what is wrong: cut though there is room, not cut
 * though there is none, drawn in pieces with a gap between them, or cut shorter than need be.
 */
export const wronglyCut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** CSS pixels by which layout may round a width. */
    const slack = 1;
    /** Widths of glyphs differ: a cut name leaves less room than the widest of them needs. */
    const widestGlyph = (box: HTMLElement) => widthOf(box, 'W') + slack;
    const widthOf = (box: HTMLElement, text: string) => {
      const probe = document.createElement('span');
      probe.style.position = 'absolute';
      probe.style.visibility = 'hidden';
      probe.textContent = text;
      box.append(probe);
      const { width } = probe.getBoundingClientRect();
      probe.remove();
      return width;
    };
    const drawnWhole = (element: Element): readonly DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Array.from(range.getClientRects());
    };
    const problemOf = (box: HTMLElement): string | null => {
      const line = box.parentElement;
      const whole = box.firstElementChild;
      if (line === null || whole === null) return 'stands alone';
      const { cut } = box.dataset;
      const room = box.getBoundingClientRect();
      const places = Array.from(line.children, (child) => child.getBoundingClientRect());
      for (const [at, { right }] of places.entries()) {
        const next = places[at + 1];
        if (next !== undefined && Math.abs(next.left - right) > slack) return 'has a gap beside it';
      }
      const needed = widthOf(box, box.textContent);
      if (cut === undefined) {
        const pieces = drawnWhole(whole);
        if (pieces.length !== 1) return `is drawn in ${String(pieces.length)} pieces`;
        if (needed > room.width + slack) return 'is not cut where there is no room';
        return room.width > needed + slack ? 'has a gap behind it' : null;
      }
      const drawn = getComputedStyle(box, '::after');
      if (drawn.content !== JSON.stringify(cut) || drawn.left !== '0px') return 'is not drawn in one piece';
      if (getComputedStyle(whole).opacity !== '0') return 'is drawn twice';
      const [start = '', end = '', ...more] = cut.split('…');
      if (more.length > 0 || !box.textContent.startsWith(start) || !box.textContent.endsWith(end))
        return 'is not both its ends';
      const [used, spare] = [
        widthOf(box, cut),
        line.getBoundingClientRect().right - (places[places.length - 1]?.right ?? 0),
      ];
      if (needed <= room.width + spare) return 'is cut though there is room';
      if (used > room.width + slack) return 'is wider than its room';
      return room.width + spare - used > widestGlyph(box) ? 'is cut shorter than need be' : null;
    };
    return Array.from(document.querySelectorAll<HTMLElement>('[data-middle-ellipsis]'))
      .filter((box) => box.getClientRects().length > 0)
      .flatMap((box) => {
        const problem = problemOf(box);
        if (problem === null) return [];
        const { width } = box.getBoundingClientRect();
        return [`${box.textContent} as ${box.dataset.cut ?? 'it is'}, ${width.toFixed(1)} px, ${problem}`];
      });
  });
