import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_CELLS } from '../../app/contract/pages/page-picture';
import { writeLargeTablespace } from '../fixtures/large-tablespace';
import { makeHome, type Home } from './harness/home';
import { launch, type RunningApp } from './harness/launch';
import { lookAt } from './harness/look';
import { answerFolderDialogs } from './harness/steps';

const PAGES = 1_000_000;
/** One page in so many is a leaf. */
const STEP = 50;

/** Drawings of the window since it was last asked. */
interface Drawn {
  /** Pictures of cells that went to a canvas, and the pixels of the largest. */
  readonly frames: number;
  readonly pixels: number;
  /** Fills of one colour that were painted: at most one for each cell in each line of pixels. */
  readonly fills: number;
  /** Cells that were given a colour. */
  readonly coloured: number;
  /** Any other call that draws. */
  readonly others: number;
}

/** A file of a million pages in the real window: what a frame costs depends on the screen, not on the file. */
describe('a million pages', () => {
  let home: Home;
  let app: RunningApp;
  beforeAll(async () => {
    home = makeHome();
    app = await launch(home);
  });
  afterAll(async () => {
    await app.close();
    home.remove();
  });

  const map = () => app.byId('inspect-map-only');
  const nodes = () => app.page.evaluate(() => document.querySelectorAll('*').length);

  it('are shown as no more cells than a screen can show apart', async () => {
    const file = join(home.path, 'million.ibd');
    const { leaves } = writeLargeTablespace(file, PAGES, STEP);
    await answerFolderDialogs(app, file);
    await app.menu('show-inspect');
    await app.byId('inspect-open-file').click();
    await map().waitFor();
    await expect.poll(() => map().getAttribute('aria-label')).toMatch(/^1,000,000 pages/);
    const perCell = Math.ceil(PAGES / MOST_CELLS);
    await expect
      .poll(() => app.byId('inspect-map-panel').textContent())
      .toContain(`${perCell} pages per cell`);
    await expect
      .poll(() => app.byId('inspect-headline').textContent())
      .toContain(leaves.toLocaleString('en'));
    await lookAt(app, 'inspect-million');
  });

  it('are not drawn again because the pointer moves over them', async () => {
    await countDrawing(app);
    for (const x of [30, 200, 400]) {
      await map().hover({ position: { x, y: 40 } });
      await app.byId('inspect-map-tip').waitFor();
    }
    expect(await drawn(app)).toEqual({ frames: 0, pixels: 0, fills: 0, coloured: 0, others: 0 });
  });

  it('cost a frame what is in view, wherever in the file that is', async () => {
    const before = await nodes();
    for (const zoom of [1, 2, 3, 4]) {
      await app.byId('inspect-zoom-in').click();
      const canvas = await sizeOf(app);
      await drawn(app);
      for (const share of [0.1, 0.35, 0.5, 0.8, 1]) {
        await map().evaluate((element, part) => {
          element.scrollTop = part * (element.scrollHeight - element.clientHeight);
        }, share);
        await expect.poll(async () => (await peek(app)).frames).toBeGreaterThan(0);
        const cost = await drawn(app);
        expect(cost.pixels).toBe(canvas.width * canvas.height);
        // Cells are squares of 2 pixels at least, once they were made larger.
        const most = (canvas.width / 2 ** zoom) * canvas.height;
        expect(cost.fills / cost.frames).toBeLessThanOrEqual(most);
        expect(cost.fills).toBeGreaterThan(0);
        expect(cost.coloured).toBe(0);
        expect(cost.others).toBe(0);
      }
      expect(await nodes()).toBeLessThanOrEqual(before);
    }
    await lookAt(app, 'inspect-million-zoom');
  });

  it('are all led to by the cursor keys', async () => {
    await map().press('End');
    await expect.poll(() => app.byId('inspect-map-tip').textContent()).toMatch(/to 999,999/);
    await map().press('Home');
    await expect.poll(() => app.byId('inspect-map-tip').textContent()).toMatch(/Pages 0 to/);
    await map().press('Escape');
  });

  it('take one colouring of the cells for another way to colour them', async () => {
    await drawn(app);
    await app.byId('inspect-mode-fill').click();
    await expect.poll(async () => (await peek(app)).frames).toBeGreaterThan(0);
    const cost = await drawn(app);
    expect(cost.coloured).toBeGreaterThanOrEqual(PAGES / Math.ceil(PAGES / MOST_CELLS));
    // Once: the rest is the scale of colours itself.
    expect(cost.coloured).toBeLessThan(2 * MOST_CELLS);
  });

  it('reported no error on the way', () => {
    expect(app.problems).toEqual([]);
  });
});

declare global {
  interface Window {
    drawing?: { frames: number; pixels: number; fills: number; coloured: number; others: number };
  }
}

/** Counts from now on, in the page, what every canvas of it is asked to do. */
async function countDrawing(app: RunningApp): Promise<void> {
  await app.page.evaluate(() => {
    const counts = { frames: 0, pixels: 0, fills: 0, coloured: 0, others: 0 };
    window.drawing = counts;
    const spy = (owner: object, name: string, note: (...values: readonly unknown[]) => void) => {
      const own = owner as Record<string, (...values: readonly unknown[]) => unknown>;
      const original = own[name];
      if (original === undefined) throw new Error(`There is no ${name}`);
      own[name] = function (this: unknown, ...values: readonly unknown[]) {
        note(...values);
        return original.apply(this, [...values]);
      };
    };
    spy(CanvasRenderingContext2D.prototype, 'putImageData', (image) => {
      const { width, height } = image as ImageData;
      counts.frames += 1;
      counts.pixels = Math.max(counts.pixels, width * height);
    });
    for (const name of ['fillRect', 'clearRect', 'strokeRect', 'fill', 'stroke', 'fillText', 'drawImage'])
      spy(CanvasRenderingContext2D.prototype, name, () => {
        counts.others += 1;
      });
    spy(Uint32Array.prototype, 'fill', () => {
      counts.fills += 1;
    });
    spy(Uint32Array, 'from', (cells) => {
      counts.coloured += (cells as ArrayLike<unknown>).length;
    });
  });
}

async function peek(app: RunningApp): Promise<Drawn> {
  const counts = await app.page.evaluate(() => window.drawing);
  if (counts === undefined) throw new Error('Nothing is counted yet');
  return counts;
}

/** Returns the drawings since the last call; counting begins anew. */
async function drawn(app: RunningApp): Promise<Drawn> {
  return await app.page.evaluate(async () => {
    // The last change is drawn within a frame or two.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    const counts = { ...window.drawing } as Drawn;
    Object.assign(window.drawing ?? {}, { frames: 0, pixels: 0, fills: 0, coloured: 0, others: 0 });
    return counts;
  });
}

async function sizeOf(app: RunningApp): Promise<{ readonly width: number; readonly height: number }> {
  return await app.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="inspect-map-only"] canvas');
    return { width: canvas?.width ?? 0, height: canvas?.height ?? 0 };
  });
}
