/** Pure functions from figures to text. Units are decimal (1 MB = 1,000,000 bytes), as disks and networks count. */

/** A figure whose unit is set apart, so that columns can align both. */
export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const COUNT_UNITS = ['', 'k', 'M', 'G', 'T'] as const;

/** `1234567` → `1,234,567`. Without Intl, whose first use takes 9 ms of a command's start. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Three significant digits at most, in the largest unit that leaves at least 1. */
export function bytesQuantity(bytes: number): Quantity {
  return scaled(bytes, BYTE_UNITS);
}

export function formatBytes(bytes: number): string {
  return joined(bytesQuantity(bytes));
}

export function bytesPerSecondQuantity(rate: number): Quantity {
  const { value, unit } = bytesQuantity(rate);
  return { value, unit: `${unit}/s` };
}

export function formatBytesPerSecond(rate: number): string {
  return joined(bytesPerSecondQuantity(rate));
}

/** `182400` → `182 k`. Below 1,000 the number itself. */
export function compactQuantity(count: number): Quantity {
  return scaled(count, COUNT_UNITS);
}

export function formatCompact(count: number): string {
  return joined(compactQuantity(count));
}

/** `3` → `0:03`, `75` → `1:15`, `3675` → `1:01:15`; the argument is in milliseconds. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, '0');
  return h > 0 ? `${String(h)}:${String(m).padStart(2, '0')}:${s}` : `${String(m)}:${s}`;
}

/** A length of time in words a person would use: `14 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${String(Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** The duration as a figure and the last of its units: `4 min 10` and `s`. */
export function durationQuantity(ms: number): Quantity {
  const text = formatDuration(ms);
  const at = text.lastIndexOf(' ');
  return { value: text.slice(0, at), unit: text.slice(at + 1) };
}

/** Remaining time as the range it is: `3–5 min`, `40–50 s`, `under 5 s`. */
export function formatEta(eta: { readonly low: number; readonly high: number }): string {
  const high = roughTime(eta.high);
  if (eta.high < 5000) return 'under 5 s';
  const low = inUnit(Math.min(eta.low, eta.high), high.unit);
  return low === high.value ? `about ${high.value} ${high.unit}` : `${low}–${high.value} ${high.unit}`;
}

/** Share of a whole in rounded per cent. */
export function formatShare(share: number): string {
  return share > 0 && share < 0.005 ? '< 1 %' : `${String(Math.round(share * 100))} %`;
}

/** Whole per cent, never 100 before the end and never 0 after the start. */
export function formatPercent(share: number): string {
  return `${String(wholePercent(share))} %`;
}

export function wholePercent(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.floor(share * 100)));
}

/** Time of day of a log record, `14:03:07.2`. */
export function formatTimeOfDay(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const tenth = Math.floor(date.getMilliseconds() / 100);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(tenth)}`;
}

function scaled(value: number, units: readonly string[]): Quantity {
  let size = Math.max(0, value);
  let step = 0;
  while (size >= 999.5 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  const digits = step === 0 || size >= 99.5 ? 0 : size >= 9.95 ? 1 : 2;
  return { value: size.toFixed(digits), unit: units[step] ?? '' };
}

function joined(quantity: Quantity): string {
  return quantity.unit === '' ? quantity.value : `${quantity.value} ${quantity.unit}`;
}

function pair(major: number, majorUnit: string, minor: number, minorUnit: string): string {
  const head = `${String(major)} ${majorUnit}`;
  return minor === 0 ? head : `${head} ${String(minor)} ${minorUnit}`;
}

type TimeUnit = 's' | 'min' | 'h';
const UNIT_MS: Readonly<Record<TimeUnit, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

function roughTime(ms: number): { readonly value: string; readonly unit: TimeUnit } {
  const unit: TimeUnit = ms < 90_000 ? 's' : ms < 5_400_000 ? 'min' : 'h';
  return { value: inUnit(ms, unit), unit };
}

function inUnit(ms: number, unit: TimeUnit): string {
  const amount = ms / UNIT_MS[unit];
  if (unit === 's') return String(amount > 20 ? Math.round(amount / 5) * 5 : Math.round(amount));
  return amount < 10 && unit === 'h' ? String(Math.round(amount * 10) / 10) : String(Math.round(amount));
}
