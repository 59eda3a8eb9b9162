import { ipcRenderer, type IpcRenderer } from 'electron';
import type { Bridge, NoticeName, Notices } from '../contract/channels';
import { LISTENING_CHANNEL, NOTICE_CHANNEL } from './channels';

type AnyListener = (notice: never) => void;

const listeners = new Map<NoticeName, Set<AnyListener>>();

/** Main holds the notices of a kind back until its first subscription, so that none is lost while the window loads. */
export const subscribe: Bridge['subscribe'] = <N extends NoticeName>(
  name: N,
  listener: (notice: Notices[N]) => void,
) => {
  const subscribed = listeners.get(name) ?? new Set();
  subscribed.add(listener);
  if (!listeners.has(name)) {
    listeners.set(name, subscribed);
    ipcRenderer.send(LISTENING_CHANNEL, name);
  }
  return () => {
    subscribed.delete(listener);
  };
};

/** Passes what main tells on to the subscribers. Call it once. */
export function dispatchNotices(source: IpcRenderer): void {
  source.on(NOTICE_CHANNEL, (_event, name: NoticeName, notice: Notices[NoticeName]) => {
    for (const listener of listeners.get(name) ?? [])
      (listener as (notice: Notices[NoticeName]) => void)(notice);
  });
}
