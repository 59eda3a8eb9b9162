/** The shop's first moment, in seconds since 1970 (UTC). Fixed: the data must not depend on today. */
export const SHOP_OPENED = Date.UTC(2023, 0, 1) / 1000;

/** The moment up to which orders and visits exist. */
export const SHOP_NOW = Date.UTC(2026, 0, 1) / 1000;

export const SECONDS_PER_DAY = 86_400;

const dateTexts = new Map<number, string>();

/** `2024-02-29`: the UTC date of a moment in seconds since 1970. */
export function formatDate(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  const known = dateTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10);
  dateTexts.set(day, text);
  return text;
}

/** `2024-02-29 13:05:59`: a moment in whole seconds since 1970, in UTC. */
export function formatDateTime(seconds: number): string {
  const secondOfDay = seconds - Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const hours = twoDigits(Math.floor(secondOfDay / 3600));
  const minutes = twoDigits(Math.floor(secondOfDay / 60) % 60);
  return `${formatDate(seconds)} ${hours}:${minutes}:${twoDigits(secondOfDay % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** The moment of the `position`-th of `count` events that happen evenly from the opening until now. */
export function momentOf(position: number, count: number): number {
  return Math.floor(SHOP_OPENED + ((SHOP_NOW - SHOP_OPENED) * position) / (count + 1));
}
