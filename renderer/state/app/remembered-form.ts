import { useState } from 'react';

/** The latest state of each form, by the form's name and what it is about. */
const forms = new Map<string, object>();
/** More forms than anybody goes back to. */
const MAX_FORMS = 32;

/**
 * State of a form that is there again after another screen was looked at. `form` names the form and what it is about
 * (its server, its folder); another name begins with `initial`. Changes are merged into what is there.
 */
export function useRememberedForm<T extends object>(
  form: string,
  initial: () => T,
): readonly [T, (change: Partial<T>) => void] {
  // The value kept under this name was a T.
  const [state, setState] = useState(() => (forms.get(form) as T | undefined) ?? initial());
  const change = (more: Partial<T>): void => {
    const next = { ...((forms.get(form) as T | undefined) ?? state), ...more };
    keep(form, next);
    setState(next);
  };
  return [state, change];
}

/** Lets the form begin anew, as when an earlier set-up is opened in it. */
export function forgetForm(form: string): void {
  forms.delete(form);
}

function keep(form: string, state: object): void {
  forms.delete(form);
  forms.set(form, state);
  const [oldest] = forms.keys();
  if (forms.size > MAX_FORMS && oldest !== undefined) forms.delete(oldest);
}
