import { createContext, useContext } from 'react';

const Place = createContext<HTMLElement | null>(null);

/** Says for everything within where its lists and tips open: an element of the landmark, or the dialog, they are of. */
export const PopupPlace = Place.Provider;

/**
 * The element that what opens above the page is put into. At the end of the body, where Radix puts it by itself, it is in
 * no landmark: who goes from one to the next by a screen reader never comes to it, and axe says so.
 */
export function usePopupPlace(): HTMLElement | null {
  return useContext(Place);
}
