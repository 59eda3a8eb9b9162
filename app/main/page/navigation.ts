import { app, session, type Session, type WebContents } from 'electron';
import { isOurs } from './origin';

/**
 * Locks every page in: no navigation, no further window, no embedded page, no permission, no download and no request
 * that leaves the app. Call it before the first window is created.
 */
export function lockNavigation(): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
  lockSession(session.defaultSession);
}

function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  if ('setWindowOpenHandler' in contents) {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  } else {
    // Electron before 12 asked by an event instead, which today's types no longer know.
    (contents as NodeJS.EventEmitter).on('new-window', (event: Event) => event.preventDefault());
  }
}

function lockSession(locked: Session): void {
  locked.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  locked.setPermissionCheckHandler(() => false);
  locked.on('will-download', (event) => event.preventDefault());
  locked.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayBeRequested(url) }));
}

/** Our own files, pictures that the page itself drew, and the inspector's own pages. */
function mayBeRequested(url: string): boolean {
  return isOurs(url) || url.startsWith('data:image/') || url.startsWith('devtools://');
}
