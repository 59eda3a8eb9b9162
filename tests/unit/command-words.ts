import { execFileSync } from 'child_process';
import fc from 'fast-check';
import type { ExcludeRule, IncludeRule } from '../../app/contract/runs/options';
import { literalOf } from '../../app/contract/commands/pattern';

/** Words that a shell reads in a line. */
export function words(line: string): readonly string[] {
  const text = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return text.split('\0').slice(0, -1);
}

/** Names that a server takes: no end in a space. What stands for "nothing" or a line's end is no name either. */
export const name = fc
  .string({
    minLength: 1,
    maxLength: 12,
    unit: fc.constantFrom('a', 'b', '.', ',', '=', '\\', '%', '*', "'", '"', '$', '`', ' ', '-', 'é'),
  })
  .filter((text) => !text.endsWith(' '));

/** Patterns without wildcards are equal where they stand for the same name, however that is escaped. */
export function literally(rule: IncludeRule | ExcludeRule): object {
  return { ...rule, schema: literalOf(rule.schema), ...('name' in rule && { name: literalOf(rule.name) }) };
}
