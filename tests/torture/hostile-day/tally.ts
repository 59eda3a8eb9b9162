import { FAULTS, nameOf, type Round } from './deck';
import { WRONGS } from './judge';
import type { Played } from './play';

interface Entry extends Played {
  readonly round: Round;
}

/** Tally of all rounds so far. */
export class Tally {
  readonly #entries: Entry[] = [];

  add(round: Round, played: Played): void {
    this.#entries.push({ round, ...played });
    if (played.wrongs.length > 0 || process.env.SLUICE_ROUND !== undefined)
      console.log(
        [nameOf(round), played.outcome, ...played.story, ...played.wrongs.map((w) => JSON.stringify(w))].join(
          '\n  ',
        ),
      );
  }

  /** Faults in the rounds with this remainder, each with how to see it again. */
  wrongsOf(remainder: number, of: number): readonly string[] {
    return this.#entries
      .filter(({ round }) => round.number % of === remainder)
      .flatMap(({ round, wrongs }) => wrongs.map(({ wrong, what }) => `${nameOf(round)}: ${wrong}: ${what}`));
  }

  /** Faults × outcomes, and the four counts that must be 0. */
  text(seed: number): string {
    const outcomes = [...new Set(this.#entries.map(kindOf))].sort();
    const line = (cells: readonly (string | number)[]) =>
      cells
        .map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(12)))
        .join('');
    const rows = FAULTS.map((fault) => {
      const met = this.#entries.filter(({ round }) => round.faults.has(fault));
      return line([
        fault,
        met.length,
        ...outcomes.map((outcome) => met.filter((entry) => kindOf(entry) === outcome).length),
      ]);
    });
    const total = line([
      'all',
      this.#entries.length,
      ...outcomes.map((o) => this.#entries.filter((e) => kindOf(e) === o).length),
    ]);
    const counts = WRONGS.map(
      (wrong) =>
        `${wrong} ${this.#entries.flatMap(({ wrongs }) => wrongs).filter((w) => w.wrong === wrong).length}`,
    );
    return [
      `Hostile day, seed ${seed}: ${this.#entries.length} rounds: ${counts.join(', ')}`,
      line(['', 'rounds', ...outcomes]),
      ...rows,
      total,
    ].join('\n');
  }
}

/** An outcome without its details. */
function kindOf({ outcome }: Entry): string {
  return outcome.replace(/[:,].*$/, '');
}
