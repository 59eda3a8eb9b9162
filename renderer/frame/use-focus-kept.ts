import { useEffect } from 'react';
import { focusScreen } from '../parts/overlays/return-focus';

const FOCUSABLE = 'button:not([disabled]), input:not([disabled]), [tabindex="0"]';

/**
 * Keeps the focus where it was when what had it is removed from a screen, as a row is that somebody deletes: it goes to
 * the first control of the closest part of the screen that is left, and to the new screen where that is another one.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    const note = ({ target }: FocusEvent): void => {
      // A question whether to remove something is asked in a dialog, and answered there.
      if (!(target instanceof Element) || target.closest('[role="dialog"], [role="alertdialog"]') !== null)
        return;
      path = pathInMain(target);
    };
    const observer = new MutationObserver(() => {
      const [last, ...above] = path;
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
      path = [];
      for (const part of above) {
        const control = part.isConnected ? part.querySelector<HTMLElement>(FOCUSABLE) : null;
        if (control === null) continue;
        control.focus();
        return;
      }
      focusScreen();
    });
    addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

/** The element and what it stands in, below the screen's own place; nothing for one outside of it. */
function pathInMain(element: Element): readonly Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.tagName === 'MAIN') return path;
    path.push(at);
  }
  return [];
}
