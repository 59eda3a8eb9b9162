import type { IndexComparison, TableOutcome } from '../../contract/pages/inspection';
import type { Failure } from '../../contract/failure';
import type { HistoryResult } from '../../contract/runs/history';
import { formatBytes, formatBytesPerSecond, formatCount, formatDuration } from '../../contract/quantities';
import type { RunHeader } from '../../contract/runs/run';
import type { RunState } from '../../contract/runs/state';
import { filesOf, objectsOf, snapshotOf, targetWorkOf } from '../../contract/runs/result';
import type { Check, ObjectVerdict, RunResult, TableVerdict, TargetWork } from '../../contract/runs/result';

/** The result as a document for programs, in the shape of the command line's last line. */
export function reportJson({ header, result }: HistoryResult): string {
  const { title, startedAt } = header;
  return `${JSON.stringify({ type: 'result', title, startedAt: new Date(startedAt).toISOString(), ...result }, null, 2)}\n`;
}

/** The result as one page for people: it asks for nothing else, runs nothing, and prints well. */
export function reportHtml({ header, result }: HistoryResult): string {
  const consistency = snapshotOf(result)?.consistency ?? null;
  const title = escape(`${header.title}: ${STATES[result.state]}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escape(new Date(header.startedAt).toISOString())} · ${KINDS[result.kind]}${consistency === null ? '' : ` · ${escape(consistency)}`}</p>
${figures(result)}
${failures('Errors', result.errors)}
${failures('Warnings', result.warnings)}
${goingOn(targetWorkOf(result))}
${verdicts(result.verdicts)}
${objects(objectsOf(result) ?? [])}
${wholeChecks(result.checks)}
${outcomes(targetWorkOf(result)?.outcomes ?? [])}
</body>
</html>
`;
}

const STATES: Readonly<Record<RunState, string>> = {
  running: 'running',
  paused: 'paused',
  cancelling: 'stopping',
  done: 'done, and verified as below',
  'done-with-warnings': 'done with warnings',
  incomplete: 'incomplete, can be resumed',
  cancelled: 'cancelled',
  failed: 'failed',
};

const KINDS: Readonly<Record<RunHeader['kind'], string>> = {
  dump: 'Dump',
  load: 'Load',
  migrate: 'Migration',
  verify: 'Verification',
  abandon: 'Load rolled back',
};

const CHECKS: Readonly<Record<Check['kind'], string>> = {
  presence: 'Presence',
  rows: 'Rows',
  digest: 'Digest',
  definition: 'Definition',
  counter: 'AUTO_INCREMENT',
  'foreign-keys': 'Foreign keys',
  schema: 'Schema defaults',
  extra: 'Other objects',
  accounts: 'Accounts',
  files: 'Files',
  'json-types': 'JSON columns',
};

/** A sign and a word: neither colour nor sign says it alone. */
const CHECK_STATES: Readonly<Record<Check['state'], string>> = {
  ok: '✓ proved',
  failed: '✗ failed',
  'not-checked': '– not checked',
};

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
code { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

function figures(result: RunResult): string {
  const { tables, rows, bytes, seconds, threads, retries } = result;
  const { files = 0, storedBytes = 0 } = filesOf(result) ?? {};
  const lockHeldMs = snapshotOf(result)?.lockHeldMs ?? null;
  const speedUps = targetWorkOf(result)?.speedUps;
  const all: readonly (readonly [string, string])[] = [
    ['Tables', formatCount(tables)],
    ['Rows', formatCount(rows)],
    ['Data', formatBytes(bytes)],
    ...(files > 0
      ? [['On disk', `${formatBytes(storedBytes)} in ${formatCount(files)} files`] as const]
      : []),
    ['Time', `${formatDuration(seconds * 1000)}, ${formatBytesPerSecond(bytes / Math.max(0.001, seconds))}`],
    ['Threads', formatCount(threads)],
    ...(lockHeldMs === null ? [] : [['Global lock held', formatDuration(lockHeldMs)] as const]),
    ...(retries === 0 ? [] : [['Rolled back and done again', `${formatCount(retries)} times`] as const]),
    ...(speedUps === undefined ? [] : [['Settings of the target', speedUps.join(' ')] as const]),
  ];
  return `<table>${all.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${escape(value)}</td></tr>`).join('')}</table>`;
}

function failures(title: string, list: readonly Failure[]): string {
  const items = list.map(({ table, chunk, message, statement, hint }) => {
    const place = [table, chunk].filter(Boolean).join(', ');
    const said = statement === undefined || statement === '' ? '' : `<br><code>${escape(statement)}</code>`;
    return `<li>${place === '' ? '' : `<strong>${escape(place)}</strong>: `}${escape(message)}${said}<br>${escape(hint)}</li>`;
  });
  return section(title, items.length === 0 ? '' : `<ul>${items.join('')}</ul>`);
}

function goingOn(work: TargetWork | null): string {
  const { unfinished = null, replicationStart = null } = work ?? {};
  const commands: readonly (readonly [string, string])[] = [
    ...(unfinished === null
      ? []
      : ([
          ...(unfinished.resume === null ? [] : [['Goes on with it', unfinished.resume] as const]),
          ['Takes it back', unfinished.abandon],
        ] as const)),
    ...(replicationStart ? [['Follows the dump’s source', replicationStart] as const] : []),
  ];
  const lines = commands.map(([name, command]) => `<dt>${name}</dt><dd><code>${escape(command)}</code></dd>`);
  return section('How to go on', lines.length === 0 ? '' : `<dl>${lines.join('')}</dl>`);
}

function verdicts(list: readonly TableVerdict[]): string {
  const rows = list.map(({ schema, table, rows: count, bytes, checks, decisions = [] }) => {
    const lines = [...checks.map(checkLine), ...decisions.map(escape)];
    return `<tr><th scope="row">${escape(`${schema}.${table}`)}</th><td class="n">${formatCount(count)}</td><td class="n">${formatBytes(bytes)}</td><td>${lines.join('<br>')}</td></tr>`;
  });
  const head =
    '<tr><th>Table</th><th class="n">Rows</th><th class="n">Data</th><th>What was verified</th></tr>';
  return section(
    'Tables',
    rows.length === 0 ? '' : `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function objects(list: readonly ObjectVerdict[]): string {
  const rows = list.map(
    ({ kind, schema, name, checks }) =>
      `<tr><th scope="row">${escape(`${schema}.${name}`)}</th><td>${kind}</td><td>${checks.map(checkLine).join('<br>')}</td></tr>`,
  );
  const head = '<tr><th>Name</th><th>Kind</th><th>What was verified</th></tr>';
  return section(
    'Views, routines, triggers and events',
    rows.length === 0 ? '' : `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function wholeChecks(list: readonly Check[]): string {
  const items = list.map((check) => `<li>${checkLine(check)}</li>`);
  return section('What concerns the whole run', items.length === 0 ? '' : `<ul>${items.join('')}</ul>`);
}

function checkLine({ kind, state, detail }: Check): string {
  return `${CHECKS[kind]}: ${CHECK_STATES[state]}${detail === '' ? '' : ` – ${escape(detail)}`}`;
}

function outcomes(list: readonly TableOutcome[]): string {
  const rows = list.flatMap(({ schema, table, skipped, indexes }) =>
    skipped === null
      ? indexes.map((index) => indexRow(`${schema}.${table}`, index))
      : [
          `<tr><th scope="row">${escape(`${schema}.${table}`)}</th><td colspan="4">${escape(skipped)}</td></tr>`,
        ],
  );
  const head =
    '<tr><th>Table</th><th>Index</th><th class="n">Fill</th><th class="n">Out of order</th><th class="n">Leaf pages</th></tr>';
  return section(
    'Page layout',
    rows.length === 0 ? '' : `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function indexRow(table: string, { name, partition, before, after }: IndexComparison): string {
  const cell = (figure: 'fillPct' | 'outOfOrderPct' | 'leafPages', unit: string) => {
    const [now, was] = [after?.[figure] ?? null, before?.[figure] ?? null];
    const text = (value: number) => (unit === '' ? formatCount(value) : `${value.toFixed(1)}${unit}`);
    return `<td class="n">${now === null ? 'not known' : text(now)}${was === null ? '' : `, before ${text(was)}`}</td>`;
  };
  const label = [name ?? `index ${String(after?.indexId ?? before?.indexId ?? '')}`, partition]
    .filter(Boolean)
    .join(', ');
  return `<tr><th scope="row">${escape(table)}</th><td>${escape(label)}</td>${cell('fillPct', ' %')}${cell('outOfOrderPct', ' %')}${cell('leafPages', '')}</tr>`;
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<section><h2>${title}</h2>${content}</section>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Names of tables and messages of servers are other people's text. */
function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
