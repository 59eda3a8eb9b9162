import { existsSync, mkdirSync, readdirSync, rmSync } from 'fs';
import { join } from 'path';
import { readRawSchema, type RawSchema } from '../../fixtures/raw-schema';
import type { ClockJump, Ending } from './client';
import { loadWords, migrateWords, passwordsOf, SOURCE, TARGET, type Scene } from './commands';
import type { Round } from './deck';
import { throughFullDisk } from './full-disk';
import type { Account, Ground } from './ground';
import { unnamedIn } from './failures';
import { judgeBefore, judgeDone, judgeDump, type Target, type Wrong } from './judge';
import { drawPrivileges } from './privileges';
import { restore } from './restore';
import { BYSTANDERS, drawNamesake, drawSchema, type SmallSchema } from './schema';
import { Traps } from './traps';
import { codesOf, differenceOf, isNamedIn } from './words';

export const SCHEMAS = [SOURCE, TARGET];
const DAY_MS = 86_400_000;

/** Done, or done with warnings. */
const isDoneCode = (code: number | null) => code === 0 || code === 3;
/** Done with the work that was asked for, not with its rollback. */
const isDoneOf = ({ exitCode, words }: Ending) => isDoneCode(exitCode) && !words.includes('--roll-back');

/** End of a round, after all that a user would do about it. */
export interface Played {
  readonly outcome: string;
  readonly wrongs: readonly Wrong[];
  readonly story: readonly string[];
}

/** One round, from an empty schema to a verdict. */
export class Play {
  readonly #round: Round;
  readonly #scene: Scene;
  readonly #traps: Traps;
  readonly #story: string[] = [];
  readonly #wrongs: Wrong[] = [];
  readonly #endings: Ending[] = [];

  constructor(round: Round, scene: Scene) {
    this.#round = round;
    this.#scene = scene;
    this.#traps = new Traps(round, scene, (what) => this.#story.push(what));
  }

  async go(): Promise<Played> {
    const { verb } = this.#round;
    const { source, client, folder } = this.#scene;
    client.clear();
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const ground of this.#grounds)
      await ground.run(null, ...SCHEMAS.map((name) => `DROP DATABASE IF EXISTS ${name}`));
    const schema = drawSchema(this.#round.dice, source.vendor);
    await source.run(null, `CREATE DATABASE ${SOURCE}`);
    await source.run(SOURCE, ...schema.statements);
    const surroundings = () => Promise.all(this.#grounds.map((ground) => ground.surroundings(SCHEMAS)));
    const outcome =
      verb === 'dump' ? await this.#dump(schema, surroundings) : await this.#fill(schema, surroundings);
    for (const ending of this.#endings) this.#wrongs.push(...unnamedIn(ending));
    const places = [...client.secretsIn(this.#endings), ...client.seenWith];
    this.#wrongs.push(...places.map((place): Wrong => ({ wrong: 'leaked', what: `a password: ${place}` })));
    this.#wrongs.push(
      ...client.leftFiles().map((file): Wrong => ({ wrong: 'leaked', what: `the file ${file}` })),
    );
    return { outcome, wrongs: this.#wrongs, story: this.#story };
  }

  get #grounds(): readonly Ground[] {
    const { source, target } = this.#scene;
    return source === target || this.#round.verb === 'dump' ? [source] : [source, target];
  }

  // ---- dump

  async #dump(schema: SmallSchema, surroundings: () => Promise<unknown>): Promise<string> {
    const { faults, dice } = this.#round;
    const ground = this.#scene.source;
    const sources = [await this.#readSource()];
    const account = await this.#account(ground, SOURCE);
    const folder = join(this.#scene.folder, 'dump');
    const consistency = dice.pick(['auto', 'auto', 'lock-tables', 'none']);
    const words = [
      ...['dump', '--source', ground.dsn(account), '--out', folder, '--schemas', SOURCE, '--threads', '2'],
      ...['--consistency', consistency, '--lock-wait-timeout', '5'],
    ];
    const passwords = { SLUICE_PASSWORD: ground.passwords[account] };
    const before = await surroundings();
    const foreign = this.#traps.set(schema, { words, base: words, passwords, ground });
    const through = faults.has('full disk') ? throughFullDisk(folder, dice.between(1, 12) * 4096) : [];
    const endings = await this.#run(words, passwords, through);
    await foreign();
    await this.#expectNothingLeft(before, surroundings);
    const isDone = endings.some(({ exitCode }) => isDoneCode(exitCode));
    const isWhole = existsSync(join(folder, '@.done.json'));
    if (isDone && !isWhole)
      this.#wrongs.push({ wrong: 'lost', what: 'done, and no finished dump in the folder' });
    if (!isWhole) {
      const left = existsSync(folder) ? readdirSync(folder) : [];
      if (left.length > 0 && !this.#traps.isKilled)
        this.#wrongs.push({ wrong: 'leaked', what: `files of a failed dump: ${left.join(', ')}` });
      return this.#traps.isKilled ? 'killed' : `refused: ${codesOf(endings)}`;
    }
    // A run names the contents of its dump as well, whatever its end.
    const said = JSON.stringify(endings.map(({ result }) => [result?.warnings, result?.errors]));
    // Not where a server was killed in the middle of it: one may lose the table by that (measured on both).
    if (faults.has('foreign DDL')) sources.push(await this.#readSource());
    await ground.run(null, `DROP DATABASE ${SOURCE}`);
    const restored = await ground.use(async (raw) => {
      await restore(raw, folder);
      return await readRawSchema(raw, SOURCE);
    });
    this.#wrongs.push(...judgeDump(restored, sources, (key) => isNamedIn(said, SOURCE, key)));
    return endings.some(({ result }) => (result?.warnings.length ?? 0) > 0) ? 'warned' : 'done';
  }

  // ---- load and migrate

  async #fill(schema: SmallSchema, surroundings: () => Promise<unknown>): Promise<string> {
    const { verb, policy, faults } = this.#round;
    const sources = [await this.#readSource()];
    const { target: ground } = this.#scene;
    const words = verb === 'load' ? await loadWords(this.#round, this.#scene) : migrateWords(this.#scene);
    const passwords = (account: Account) => passwordsOf(this.#round, this.#scene, account);
    await this.#furnish(schema);
    const before = await this.#read(ground, TARGET);
    const limited = await this.#account(ground, TARGET);
    const full = passwords('hostile');
    const around = await surroundings();
    const base = words(limited);
    const begun = [...base, '--on-existing', policy];
    const trapped = { words: begun, base, passwords: passwords(limited), ground };
    const foreign = this.#traps.set(schema, trapped);
    let endings = await this.#run(begun, passwords(limited));
    await foreign();
    const steps: string[] = [];
    if (this.#traps.isKilled || (await this.#hasJournal())) {
      this.#expectSaid(endings);
      endings = await this.#resume(words('hostile'), full, steps, before);
      // The trial schemas of a killed run go when the next one ends.
      if (this.#traps.isKilled && verb === 'load') await this.#run([...words('hostile'), '--dry-run'], full);
    }
    await this.#expectNothingLeft(around, surroundings);
    const after = await this.#read(ground, TARGET);
    const target = this.#targetOf(before, after, endings);
    const isDone = endings.some(isDoneOf);
    // One statement of somebody else's: the source was as before it or as after it.
    if (isDone && faults.has('foreign DDL')) sources.push(await this.#readSource());
    const leftOut = endings
      .flatMap(({ result }) => result?.warnings ?? [])
      .filter(({ code }) => code === 'broken-view');
    const said = leftOut.map(({ message }) => message.toLowerCase()).join('\n');
    const isNamed = (key: string) => said.includes(key.slice(key.indexOf(' ') + 1));
    const verdicts = isDone
      ? sources.map((source) => judgeDone(target, source, isNamed))
      : [judgeBefore(target)];
    this.#wrongs.push(...verdicts.reduce((best, verdict) => (verdict.length < best.length ? verdict : best)));
    if (steps.length > 0) return steps.join(', then ');
    return isDone ? 'done' : `refused: ${codesOf(endings)}`;
  }

  /** Makes the user's own objects in the target: often things of no concern, and in some rounds what is in the way. */
  async #furnish(schema: SmallSchema): Promise<void> {
    const { dice, faults } = this.#round;
    if (!faults.has('namesakes') && dice.below(3) === 0) return;
    const { target } = this.#scene;
    await target.run(null, `CREATE DATABASE ${TARGET}`);
    await target.run(TARGET, ...BYSTANDERS);
    if (!faults.has('namesakes')) return;
    const most = dice.between(1, 3);
    for (let count = 0; count < most; count += 1) {
      const object = schema.objects[dice.below(schema.objects.length)];
      if (object === undefined) continue;
      const { kind, statements } = drawNamesake(dice, schema, object, target.isFolded);
      this.#story.push(`namesake ${kind} of ${object.kind} ${object.name}`);
      // The same one may be drawn twice.
      await target.run(TARGET, ...statements).catch(() => undefined);
    }
  }

  #targetOf(before: RawSchema | null, after: RawSchema | null, endings: readonly Ending[]): Target {
    const kept = endings
      .flatMap(({ result }) => result?.warnings ?? [])
      .filter(({ message }) => message.includes(' was there before the load and keeps '))
      .map(({ message }) => message.toLowerCase());
    return {
      before,
      after,
      ddl: this.#traps.ddl,
      policy: this.#round.policy,
      isSaidToKeepRows: (key) => kept.some((message) => message.includes(key.slice(key.indexOf(' ') + 1))),
    };
  }

  async #hasJournal(): Promise<boolean> {
    const journals = await this.#scene.target.column(
      "SELECT TABLE_SCHEMA FROM information_schema.TABLES WHERE TABLE_NAME = 'sluice_load_journal'",
    );
    return journals.length > 0;
  }

  #expectSaid(endings: readonly Ending[]): void {
    if (this.#traps.isKilled || endings.some(({ result }) => result?.unfinished != null)) return;
    if (endings.some(({ exitCode }) => exitCode === null)) return;
    this.#wrongs.push({
      wrong: 'unnamed',
      what: `a part is left on the target, and no run says so: ${codesOf(endings)}`,
    });
  }

  /** Acts as a user after a kill or an incomplete run: resumes it or rolls it back, and the latter where the first fails. */
  async #resume(
    words: readonly string[],
    passwords: Readonly<Record<string, string>>,
    steps: string[],
    before: RawSchema | null,
  ): Promise<readonly Ending[]> {
    const { dice, policy } = this.#round;
    if (dice.below(2) === 0) {
      const resumed = await this.#run([...words, '--on-existing', policy, '--resume'], passwords);
      if (resumed.some(({ exitCode }) => isDoneCode(exitCode))) {
        steps.push('resumed');
        return resumed;
      }
      steps.push(`not resumable: ${codesOf(resumed)}`);
      if (!(await this.#hasJournal())) return resumed;
    }
    const wasThere = await this.#hasJournal();
    const rolledBack = await this.#run([...words, '--roll-back'], passwords);
    if (wasThere && !rolledBack.some(({ exitCode }) => isDoneCode(exitCode)))
      this.#wrongs.push({ wrong: 'leaked', what: `can't be rolled back: ${codesOf(rolledBack)}` });
    // Killed before it wrote down anything, or when it was all done: the bytes tell.
    if (!wasThere) {
      const now = await this.#read(this.#scene.target, TARGET);
      steps.push('all or nothing');
      return judgeBefore(this.#targetOf(before, now, rolledBack)).length === 0
        ? rolledBack
        : [{ words, exitCode: 0, result: null, output: '' }];
    }
    steps.push('rolled back');
    return rolledBack;
  }

  // ---- faults

  async #account(ground: Ground, schema: string): Promise<Account> {
    if (!this.#round.faults.has('random privileges')) return 'hostile';
    this.#story.push(...(await drawPrivileges(ground, schema, this.#round.dice)));
    return 'limited';
  }

  // ---- the client

  async #run(
    words: readonly string[],
    passwords: Readonly<Record<string, string>>,
    through: readonly string[] = [],
  ): Promise<readonly Ending[]> {
    const { faults } = this.#round;
    const isFirst = this.#endings.length === 0;
    const jump = isFirst && faults.has('jumping clock') ? this.#jump() : null;
    const times = isFirst && faults.has('pressed twice') ? 2 : 1;
    const runs = Array.from(
      { length: times },
      () => this.#scene.client.start(words, passwords, jump, through).ended,
    );
    const first = await Promise.all(runs);
    const endings = [...first, ...(await this.#traps.others())];
    for (const { words: said, exitCode, result } of endings)
      this.#story.push(
        `${said.filter((word) => /^(dump|load|migrate|--resume|--roll-back)$/.test(word)).join(' ')} → ${exitCode} ${JSON.stringify(result?.errors ?? [])} ${result?.targetState ?? ''}`,
      );
    this.#endings.push(...endings);
    return endings;
  }

  #jump(): ClockJump {
    const { dice } = this.#round;
    const jump = {
      after: dice.between(1, 400),
      ms: dice.pick([-DAY_MS * 400, -3_600_000, 3_600_000, DAY_MS * 400]),
    };
    this.#story.push(`clock jumps by ${jump.ms} ms at reading ${jump.after}`);
    return jump;
  }

  async #read(ground: Ground, schema: string): Promise<RawSchema | null> {
    return await ground.use(async (raw) => {
      const [rows] = await raw.connection.query(`SHOW DATABASES LIKE '${schema}'`);
      return (rows as readonly unknown[]).length === 0 ? null : await readRawSchema(raw, schema);
    });
  }

  async #readSource(): Promise<RawSchema> {
    const source = await this.#read(this.#scene.source, SOURCE);
    if (source === null) throw new Error('The source has lost its schema');
    return source;
  }

  async #expectNothingLeft(before: unknown, surroundings: () => Promise<unknown>): Promise<void> {
    for (const ground of this.#grounds)
      for (const session of await ground.whenLeft())
        this.#wrongs.push({ wrong: 'leaked', what: `the session ${session}` });
    const now = await surroundings();
    if (JSON.stringify(before) !== JSON.stringify(now))
      this.#wrongs.push({ wrong: 'leaked', what: `around the schemas: ${differenceOf(before, now)}` });
    if (await this.#hasJournal()) this.#wrongs.push({ wrong: 'leaked', what: 'the journal' });
  }
}
