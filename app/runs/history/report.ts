import {
  inOrderPct,
  type ComparedFigure,
  type IndexComparison,
  type TableOutcome,
} from '../../contract/pages/inspection';
import type { Failure } from '../../contract/failure';
import { language } from '../../contract/language/spoken';
import type { HistoryResult } from '../../contract/runs/history';
import { formatBytes, formatBytesPerSecond, formatCount, formatDuration } from '../../contract/quantities';
import { filesOf, objectsOf, snapshotOf, targetWorkOf } from '../../contract/runs/result';
import type { Check, ObjectVerdict, RunResult, TableVerdict, TargetWork } from '../../contract/runs/result';
import { tellingTimes } from '../../contract/runs/stages';
import { reportText } from '../../text/runs/report';

const { figures: words, layout } = reportText;

/** The result as a document for programs, in the shape of the command line's last line. */
export function reportJson({ header, result }: HistoryResult): string {
  const { title, startedAt } = header;
  return `${JSON.stringify({ type: 'result', title, startedAt: new Date(startedAt).toISOString(), ...result }, null, 2)}\n`;
}

/** The result as one page for people: it asks for nothing else, runs nothing, and prints well. */
export function reportHtml({ header, result }: HistoryResult): string {
  const consistency = snapshotOf(result)?.consistency ?? null;
  const title = escape(`${header.title}: ${reportText.states[result.state]}`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escape(new Date(header.startedAt).toISOString())} · ${reportText.kinds[result.kind]}${consistency === null ? '' : ` · ${escape(consistency)}`}</p>
${figures(result)}
${failures(reportText.errors, result.errors)}
${failures(reportText.warnings, result.warnings)}
${goingOn(targetWorkOf(result))}
${verdicts(result.verdicts)}
${objects(objectsOf(result) ?? [])}
${wholeChecks(result.checks)}
${outcomes(targetWorkOf(result)?.outcomes ?? [])}
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
code { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

function figures(result: RunResult): string {
  const { tables, rows, bytes, seconds, stages, threads, retries, notices = [] } = result;
  const { files = 0, storedBytes = 0 } = filesOf(result) ?? {};
  const lockHeldMs = snapshotOf(result)?.lockHeldMs ?? null;
  const speedUps = targetWorkOf(result)?.speedUps;
  const all: readonly (readonly [string, string])[] = [
    [words.tables, formatCount(tables)],
    [words.rows, formatCount(rows)],
    [words.data, formatBytes(bytes)],
    ...(files > 0
      ? [[words.onDisk, words.inFiles(formatBytes(storedBytes), formatCount(files))] as const]
      : []),
    [
      words.time,
      `${formatDuration(seconds * 1000)}, ${formatBytesPerSecond(bytes / Math.max(0.001, seconds))}`,
    ],
    ...(stages === undefined ? [] : [[words.stages, words.stageTimes(tellingTimes(stages))] as const]),
    [words.threads, formatCount(threads)],
    ...(lockHeldMs === null ? [] : [[words.lockHeld, formatDuration(lockHeldMs)] as const]),
    ...(retries === 0 ? [] : [[words.retries, words.times(formatCount(retries))] as const]),
    ...(speedUps === undefined ? [] : [[words.settings, speedUps.join(' ')] as const]),
    ...(notices.length === 0 ? [] : [[words.notices, notices.join(' ')] as const]),
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
          ...(unfinished.resume === null ? [] : [[reportText.next.resume, unfinished.resume] as const]),
          [reportText.next.rollback, unfinished.rollBack],
        ] as const)),
    ...(replicationStart ? [[reportText.next.follow, replicationStart] as const] : []),
  ];
  const lines = commands.map(([name, command]) => `<dt>${name}</dt><dd><code>${escape(command)}</code></dd>`);
  return section(reportText.next.title, lines.length === 0 ? '' : `<dl>${lines.join('')}</dl>`);
}

function verdicts(list: readonly TableVerdict[]): string {
  const rows = list.map(({ schema, table, rows: count, bytes, checks, decisions = [] }) => {
    const lines = [...checks.map(checkLine), ...decisions.map(escape)];
    return `<tr><th scope="row">${escape(`${schema}.${table}`)}</th><td class="n">${formatCount(count)}</td><td class="n">${formatBytes(bytes)}</td><td>${lines.join('<br>')}</td></tr>`;
  });
  const head = `<tr><th>${reportText.table}</th><th class="n">${reportText.figures.rows}</th><th class="n">${reportText.figures.data}</th><th>${reportText.verified}</th></tr>`;
  return section(
    reportText.figures.tables,
    rows.length === 0 ? '' : `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function objects(list: readonly ObjectVerdict[]): string {
  const rows = list.map(
    ({ kind, schema, name, checks }) =>
      `<tr><th scope="row">${escape(`${schema}.${name}`)}</th><td>${kind}</td><td>${checks.map(checkLine).join('<br>')}</td></tr>`,
  );
  const head = `<tr><th>${reportText.name}</th><th>${reportText.kind}</th><th>${reportText.verified}</th></tr>`;
  return section(
    reportText.objects,
    rows.length === 0 ? '' : `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function wholeChecks(list: readonly Check[]): string {
  const items = list.map((check) => `<li>${checkLine(check)}</li>`);
  return section(reportText.wholeRun, items.length === 0 ? '' : `<ul>${items.join('')}</ul>`);
}

function checkLine({ kind, state, detail }: Check): string {
  return `${reportText.checks[kind]}: ${reportText.checkStates[state]}${detail === '' ? '' : ` – ${escape(detail)}`}`;
}

function outcomes(list: readonly TableOutcome[]): string {
  const rows = list.flatMap(({ schema, table, skipped, indexes }) =>
    skipped === null
      ? indexes.map((index) => indexRow(`${schema}.${table}`, index))
      : [
          `<tr><th scope="row">${escape(`${schema}.${table}`)}</th><td colspan="4">${escape(skipped)}</td></tr>`,
        ],
  );
  const head = `<tr><th>${reportText.table}</th><th>${layout.index}</th><th class="n">${layout.fill}</th><th class="n">${layout.inOrder}</th><th class="n">${layout.leafPages}</th></tr>`;
  return section(
    layout.title,
    rows.length === 0 ? '' : `<table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function indexRow(table: string, { name, partition, before, after }: IndexComparison): string {
  const cell = (figure: ComparedFigure, write: (value: number) => string) => {
    const [now, was] = [after?.[figure] ?? null, before?.[figure] ?? null];
    return `<td class="n">${now === null ? layout.unknown : write(now)}${was === null ? '' : layout.before(write(was))}</td>`;
  };
  const label = [name ?? layout.unnamedIndex(String(after?.indexId ?? before?.indexId ?? '')), partition]
    .filter(Boolean)
    .join(', ');
  return `<tr><th scope="row">${escape(table)}</th><td>${escape(label)}</td>${cell('fillPct', percent)}${cell('outOfOrderPct', inOrder)}${cell('leafPages', formatCount)}</tr>`;
}

function percent(value: number): string {
  return `${value.toFixed(1)} %`;
}

function inOrder(outOfOrder: number): string {
  return percent(inOrderPct(outOfOrder));
}

function section(title: string, content: string): string {
  return content === '' ? '' : `<section><h2>${title}</h2>${content}</section>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Names of tables and messages of servers are other people's text. */
function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
