import {
  ipcMain,
  type BrowserWindow,
  type IpcMainEvent,
  type IpcMainInvokeEvent,
  type WebContents,
  type WebFrameMain,
} from 'electron';
import type { NoticeName, Notices } from '../contract/channels';
import type { FolderChoice } from '../contract/runs/folder-choice';
import { DROPPED_CHANNEL, LISTENING_CHANNEL, NOTICE_CHANNEL, REQUEST_CHANNEL } from '../preload/channels';
import { answer, refusal, type Complain, type Handlers } from './answer';
import { NoticeQueue, type NoticeSender } from './notices/notice-queue';
import { reasonToRefuse, type Sender } from './page/sender';
import { mainFailures } from '../text/main';

export interface IpcOptions {
  readonly handlers: Handlers;
  /** Turns a dropped path into a folder; null where it is none. */
  readonly openDropped: (path: string) => Promise<FolderChoice | null>;
  readonly logError: Complain;
}

/**
 * The only user of `ipcMain`: every message from a window passes the sender check and the schema of its request here,
 * and every message to a window is sent from here.
 */
export class Ipc {
  readonly #queues = new Map<WebContents, NoticeQueue>();
  readonly #logError: Complain;

  constructor({ handlers, openDropped, logError }: IpcOptions) {
    this.#logError = logError;
    ipcMain.handle(REQUEST_CHANNEL, async (event, name: unknown, argument: unknown) =>
      this.#isRefused(event, REQUEST_CHANNEL) ? REFUSED : await answer(handlers, name, argument, logError),
    );
    ipcMain.handle(DROPPED_CHANNEL, async (event, path: unknown) =>
      this.#isRefused(event, DROPPED_CHANNEL) || typeof path !== 'string' ? null : await openDropped(path),
    );
    ipcMain.on(LISTENING_CHANNEL, (event, name: unknown) => {
      if (this.#isRefused(event, LISTENING_CHANNEL)) return;
      this.#queues.get(event.sender)?.listen(name as NoticeName);
    });
  }

  /** Registers a window: only registered windows can send requests and receive notices. */
  addWindow(window: BrowserWindow): void {
    const contents = window.webContents;
    const queue = new NoticeQueue((name, notice) => {
      if (!contents.isDestroyed()) contents.send(NOTICE_CHANNEL, name, notice);
    });
    this.#queues.set(contents, queue);
    contents.on('did-start-loading', () => queue.reset());
    window.once('closed', () => this.#queues.delete(contents));
  }

  /** Tells all windows. */
  readonly post: NoticeSender = <N extends NoticeName>(name: N, notice: Notices[N]) => {
    for (const queue of this.#queues.values()) queue.post(name, notice);
  };

  #isRefused(event: IpcMainEvent | IpcMainInvokeEvent, channel: string): boolean {
    const reason = reasonToRefuse(this.#senderOf(event));
    if (reason !== null) this.#logError(channel, new Error(reason));
    return reason !== null;
  }

  #senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender {
    const isKnownWindow = this.#queues.has(event.sender);
    const { senderFrame } = event as MaybeFramed;
    if (senderFrame === undefined) return { isKnownWindow, isMainFrame: null, url: event.sender.getURL() };
    return {
      isKnownWindow,
      isMainFrame: senderFrame === event.sender.mainFrame,
      url: senderFrame?.url ?? null,
    };
  }
}

/** Electron before 12 does not tell the frame. */
interface MaybeFramed {
  readonly senderFrame?: WebFrameMain | null;
}

const REFUSED = refusal(mainFailures.untrustedPage());
