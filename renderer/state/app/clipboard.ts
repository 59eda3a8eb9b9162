import { request } from '../remote/bridge';
import { notify, notifyFailure } from './toasts';

/** Puts a text into the clipboard, and says so. */
export function copyText(text: string, copied: string): void {
  request('app/copy', { text }).then(() => {
    notify('ok', copied);
  }, notifyFailure);
}
