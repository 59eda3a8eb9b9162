/** Opening time of the shop, in seconds since 1970 (UTC). Fixed: the data must not depend on today. */
export const SHOP_OPENED = Date.UTC(2023, 0, 1) / 1000;

/** End of the period of orders and visits. */
export const SHOP_NOW = Date.UTC(2026, 0, 1) / 1000;

export const SECONDS_PER_DAY = 86_400;

const dateTexts = new Map<number, string>();

/** Formats the UTC date of a time in seconds since 1970: `2024-02-29`. */
export function formatDate(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  const known = dateTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10);
  dateTexts.set(day, text);
  return text;
}

/** Formats a time in whole seconds since 1970, in UTC: `2024-02-29 13:05:59`. */
export function formatDateTime(seconds: number): string {
  const secondOfDay = seconds - Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const hours = twoDigits(Math.floor(secondOfDay / 3600));
  const minutes = twoDigits(Math.floor(secondOfDay / 60) % 60);
  return `${formatDate(seconds)} ${hours}:${minutes}:${twoDigits(secondOfDay % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Time of the `position`-th of `count` events that are spread evenly from the opening until now. */
export function momentOf(position: number, count: number): number {
  return Math.floor(SHOP_OPENED + ((SHOP_NOW - SHOP_OPENED) * position) / (count + 1));
}
