import { inputText } from '../../contract/commands/input';
import { productOf } from '../../contract/product';
import type { Certificate } from '../../contract/proof/certificate';
import { formatCount } from '../../contract/quantities';
import { certificateText as text } from '../../text/certificate';

/** Mark by which a page is known as one of ours. */
export const PAGE_MARK = '<meta name="generator" content="sluice prove">';

const STYLE = `
body { font: 11pt/1.45 sans-serif; max-width: 52em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 1.6em; } h2 { font-size: 1.15em; margin-top: 1.6em; }
table { border-collapse: collapse; width: 100%; } tr { break-inside: avoid; }
th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0; border-bottom: 1px solid #ccc; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; } .code { font-family: monospace; font-size: .85em; }
@media print { body { margin: 0; max-width: none; } }
`;

/** Renders a certificate as a page without scripts that can be printed. Pure. */
export function certificatePage(certificate: Certificate): string {
  const { server, provedAt, seconds, checks, viewsRead, tables, files } = certificate;
  const checked = tables.filter(({ check }) => check === 'ok').length;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8">${PAGE_MARK}`,
    `<title>${escaped(text.title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escaped(text.title)}</h1>`,
    paragraph(text.proved(productOf(server.version), provedAt)),
    paragraph(text.duration(seconds.load)),
    heading(text.dump),
    facts(dumpFacts(certificate)),
    heading(text.restore),
    facts(restoreFacts(certificate)),
    heading(text.objects),
    list([
      ...Object.entries(certificate.objects).map(([kind, count]) => text.object(kind, count)),
      text.rows(certificate.rows),
    ]),
    heading(text.checks),
    list([
      ...checks.map(({ kind, passed, notChecked }) => text.check(kind, passed, notChecked)),
      text.tablesChecked(checked),
      text.viewsRead(viewsRead),
    ]),
    heading(text.notRecorded),
    list(certificate.notRecorded),
    heading(text.remarks),
    list(certificate.remarks),
    heading(text.tables),
    tablesPart(certificate),
    heading(text.files),
    filesPart(files),
    paragraph(text.limits),
    '</body></html>',
    '',
  ].join('\n');
}

type Fact = readonly [name: string, value: string];

function dumpFacts({ dump, files }: Certificate): readonly Fact[] {
  const { facts: names, notRecordedFact } = text;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    [names.path, dump.path],
    [names.writer, dump.writer],
    [names.format, dump.format],
    [names.source, productOf(dump.serverVersion)],
    [names.begun, dump.begun ?? notRecordedFact],
    [names.ended, dump.ended ?? notRecordedFact],
    [names.identity, dump.identity],
    [names.size, text.size(files.length, bytes)],
    ...(dump.input === undefined ? [] : [[names.input, inputText(dump.input)] as const]),
  ];
}

function restoreFacts({ server, source, threads, sluice, seconds, digest }: Certificate): readonly Fact[] {
  const { facts: names, phases } = text;
  const taken = (['files', 'start', 'load', 'compare', 'check'] as const).map((phase): Fact => [
    phases[phase],
    text.seconds(seconds[phase]),
  ]);
  return [
    [names.server, productOf(server.version)],
    ...(server.wanted === null ? [] : [[names.wanted, server.wanted] as const]),
    ...(source === null ? [] : [[names.compared, source] as const]),
    [names.threads, String(threads)],
    ...taken,
    [names.sluice, sluice],
    [names.digest, digest],
  ];
}

function facts(all: readonly Fact[]): string {
  const rows = all.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(value)}</td></tr>`);
  return `<table>${rows.join('\n')}</table>`;
}

function tablesPart({ tables }: Certificate): string {
  const { table, rows, checksum } = text.tableColumns;
  const lines = tables.map(
    (each) =>
      `<tr><td>${escaped(`${each.schema}.${each.table}`)}</td><td class="number">${formatCount(each.rows)}</td>` +
      `<td class="code">${escaped(each.checksum ?? each.reason ?? '')}</td></tr>`,
  );
  const head = `<tr><th>${escaped(table)}</th><th class="number">${escaped(rows)}</th><th>${escaped(checksum)}</th></tr>`;
  return `<table>${[head, ...lines].join('\n')}</table>`;
}

function filesPart(files: Certificate['files']): string {
  const { file, bytes, sha256 } = text.fileColumns;
  const lines = files.map(
    (each) =>
      `<tr><td>${escaped(each.file)}</td><td class="number">${formatCount(each.bytes)}</td>` +
      `<td class="code">${escaped(each.sha256)}</td></tr>`,
  );
  const head = `<tr><th>${escaped(file)}</th><th class="number">${escaped(bytes)}</th><th>${escaped(sha256)}</th></tr>`;
  return `<table>${[head, ...lines].join('\n')}</table>`;
}

function heading(words: string): string {
  return `<h2>${escaped(words)}</h2>`;
}

function paragraph(words: string): string {
  return `<p>${escaped(words)}</p>`;
}

function list(items: readonly string[]): string {
  if (items.length === 0) return paragraph(text.none);
  return `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}</ul>`;
}

/** Names of a dump come from anywhere: none may become markup. */
function escaped(words: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return words.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
}
