import type { Page } from 'playwright-core';

/** What the page did since it was last asked. */
export interface PageWork {
  /** Updates of runs that main sent. */
  updates: number;
  /** Times that React changed the page. */
  commits: number;
  /** The most elements that the page had when an update came. */
  nodes: number;
}

declare global {
  interface Window {
    readonly work: PageWork;
  }
}

interface PagedWindow {
  readonly page: Page;
}

export function countPageWork(window: PagedWindow): Promise<void>;
export function takePageWork(window: PagedWindow): Promise<PageWork>;
