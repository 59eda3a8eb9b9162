/**
 * Time that a person waits for a table's picture: `first-picture FILE FIGURES` opens FILE in a window that has just
 * started and writes the seconds from the click to the frame in which the page map stands, as JSON, to FIGURES.
 */
import { writeFileSync } from 'node:fs';
import { showInspect, withWindow } from './window.mjs';

const [file, figures] = process.argv.slice(2);

await withWindow(async (window) => {
  await showInspect(window, { open: file });
  const secondsToPicture = await window.page.evaluate(
    () =>
      new Promise((done) => {
        const proto = CanvasRenderingContext2D.prototype;
        const put = proto.putImageData;
        let begin = 0;
        proto.putImageData = function (...values) {
          put.apply(this, values);
          // The next frame begins when the one with the picture has been made.
          requestAnimationFrame(() => done((performance.now() - begin) / 1000));
        };
        begin = performance.now();
        document.querySelector('[data-testid="inspect-open-file"]').click();
      }),
  );
  writeFileSync(figures, JSON.stringify({ secondsToPicture }));
});
