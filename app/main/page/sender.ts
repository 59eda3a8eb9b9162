import { mainText } from '../../text/main';
import { isOurs } from './origin';

/** Sender of a message, as far as this runtime tells. */
export interface Sender {
  readonly isKnownWindow: boolean;
  /** Null on a runtime that doesn't tell; there, frames below the main one get no preload at all. */
  readonly isMainFrame: boolean | null;
  /** The address of the sending document; null when the document is gone. */
  readonly url: string | null;
}

/** Reason to refuse a sender, for the log; null where it is trusted. */
export function reasonToRefuse({ isKnownWindow, isMainFrame, url }: Sender): string | null {
  if (!isKnownWindow) return mainText.untrusted.window;
  if (isMainFrame === false) return mainText.untrusted.frame;
  if (url === null || !isOurs(url)) return mainText.untrusted.page;
  return null;
}
