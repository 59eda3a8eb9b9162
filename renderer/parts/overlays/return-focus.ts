/**
 * Gives the focus back to whoever had it before a dialog opened, or else to the screen: on the page itself, the next Tab
 * would begin at the top again. Where another dialog is open, only what is in it gets the focus.
 */
export function returnFocus(opener: Element | null): void {
  if (opener instanceof HTMLElement && isWithinReach(opener)) opener.focus();
  if (document.activeElement === document.body) focusScreen();
}

/** Puts the focus on the screen as a whole, from where Tab leads to its first control. */
export function focusScreen(): void {
  const screen = document.querySelector('main');
  if (screen !== null && isWithinReach(screen)) screen.focus();
}

/** A dialog that is open keeps the focus: it took this one's place, or this one was opened from it. */
function isWithinReach(opener: HTMLElement): boolean {
  const open = [
    ...document.querySelectorAll(
      '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]',
    ),
  ];
  return open.length === 0 || open.some((dialog) => dialog.contains(opener));
}
