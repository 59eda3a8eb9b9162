import type { RunningApp } from './launch';
import { lookAt } from './look';

/** Looks at the screen in a window that is as small as it can be and enlarged, so that 640 pixels are left of its width. */
export async function lookAtNarrow(app: RunningApp, name: string): Promise<void> {
  const resize = (width: number, height: number, zoom: number) =>
    app.electron.evaluate(
      ({ BrowserWindow }, [theWidth, theHeight, theZoom]) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.setContentSize(theWidth, theHeight);
        window?.webContents.setZoomFactor(theZoom);
      },
      [width, height, zoom] as const,
    );
  await resize(960, 700, 1.5);
  await app.page.waitForFunction(() => innerWidth <= 640);
  await lookAt(app, name);
  await resize(1280, 820, 1);
  await app.page.waitForFunction(() => innerWidth > 960);
}
