import { shell } from 'electron';
import { EXTERNAL_PAGES, type ExternalPage } from './external-pages';

/** Opens a page in the user's browser; fails where there is none. */
export async function openExternalPage(page: ExternalPage): Promise<void> {
  await shell.openExternal(EXTERNAL_PAGES[page]);
}
