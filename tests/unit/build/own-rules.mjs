import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '../../../build/setup/places.mjs';

const program = inRoot('node_modules', '.bin', 'oxlint');

/**
 * Lints texts with one of our own rules, all in one run of oxlint.
 * @param rule its name in build/lint/rules.mjs
 * @param file path at which each text stands, within a repository of its own
 * @returns the messages about each text
 */
export function messagesOf(rule, file, texts) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-rule-'));
  try {
    const paths = texts.map((text, index) => write(folder, numbered(file, index), text));
    write(folder, '.oxlintrc.json', JSON.stringify(configOf(rule)));
    const { stdout, stderr } = spawnSync(program, ['--format=json', '.'], { cwd: folder, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`);
    const { diagnostics } = JSON.parse(stdout);
    return paths.map((path) =>
      diagnostics.filter(({ filename }) => filename === path).map(({ message }) => message),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const numbered = (file, index) => file.replace(/(?=\.\w+$)/, `-${index}`);

function write(folder, path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return path;
}

function configOf(rule) {
  return {
    jsPlugins: [inRoot('build', 'lint', 'rules.mjs')],
    categories: { correctness: 'off' },
    rules: { [`sluice/${rule}`]: 'error' },
  };
}
