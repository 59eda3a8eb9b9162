import { useState } from 'react';
import type { MigrationPlan } from '../../../../app/contract/runs/migrate';
import { productOf } from '../../../../app/contract/product';
import { formatBytes, formatCount } from '../../../../app/contract/quantities';
import { Button } from '../../../parts/controls/Button';
import { CommandLine, CopyCommand } from '../../../features/command-line/CommandLine';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { ReplaceQuestion } from '../../../features/existing-tables/ReplaceQuestion';
import { SaveJob } from '../../../features/job-dialog/SaveJob';
import { Group, OtherActions, Steps } from '../../../parts/layout/Steps';
import { request } from '../../../state/remote/bridge';
import { countFindings } from '../../../state/migrate/migration';
import { removesRows, replacedTables } from '../../../state/objects/replaced-tables';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import { Checking } from './Checking';
import styles from '../Migrate.module.css';
import type { StepProps } from '../step-props';
import { Moves } from './Moves';
import { BackButton } from './StepButtons';
import type { Wizard } from '../use-migration';

/** Plan of the migration; also as a command and as a job. */
export function PlanStep({ wizard, onStep }: StepProps) {
  const { plan, migration, open, guard, starting, start, target, targetTree } = wizard;
  const { onExisting } = wizard.choices;
  const [asking, setAsking] = useState(false);
  const replaced =
    plan.kind === 'ready' && targetTree.kind === 'ready' && removesRows(onExisting)
      ? replacedTables(
          targetTree.value,
          plan.value.tables.map(({ to }) => to),
        )
      : [];
  return (
    <Steps
      main={<Answer wizard={wizard} />}
      groups={
        <>
          {plan.kind === 'ready' && <Facts wizard={wizard} plan={plan.value} />}
          {migration !== null && <Command migration={migration} />}
        </>
      }
      start={
        <>
          <Button
            look={guard !== null ? 'danger' : 'primary'}
            disabled={!open.plan || starting}
            data-testid="migrate-start"
            onClick={() => {
              if (replaced.length > 0) setAsking(true);
              else start();
            }}
          >
            {starting ? text.migrate.starting : text.migrate.start}
          </Button>
          <ReplaceQuestion
            target={target?.name ?? ''}
            policy={onExisting}
            tables={replaced}
            open={asking}
            onConfirm={start}
            onClose={() => {
              setAsking(false);
            }}
          />
          <OtherActions>
            <BackButton step="plan" onStep={onStep} />
            <SaveJob
              work={migration === null ? null : { kind: 'migrate', ...migration }}
              suggestedName={jobName(wizard)}
            />
          </OtherActions>
        </>
      }
    />
  );
}

function Answer({ wizard }: { readonly wizard: Wizard }) {
  const { plan } = wizard;
  if (plan.kind === 'ready') return <Moves tables={plan.value.tables} threads={plan.value.threads} />;
  return (
    <div className={styles.center}>
      {plan.kind === 'failed' ? (
        <FailureNotice failure={plan.failure} tone="failed" />
      ) : (
        <Checking wizard={wizard} />
      )}
    </div>
  );
}

function Facts({ wizard, plan }: { readonly wizard: Wizard; readonly plan: MigrationPlan }) {
  const { source, target } = wizard;
  const { tables, views, routines, triggers, events, accounts } = plan;
  const converted = countFindings(plan.findings).converts;
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [
      text.migrate.servers,
      [
        `${source?.name ?? ''} (${productOf(plan.source)})`,
        `${target?.name ?? ''} (${productOf(plan.target)})`,
      ],
    ],
    [
      text.migrate.what,
      [
        text.dump.selected(text.dump.tables(tables.length), formatBytes(bytes)),
        text.migrate.objects(views, routines, triggers, events),
      ],
    ],
    [
      text.migrate.someRows,
      (wizard.selection?.where ?? []).map(
        ({ schema, table, condition }) => `${schema}.${table} ${text.dump.where(condition)}`,
      ),
    ],
    [
      text.migrate.definitions,
      [converted === 0 ? text.migrate.asTheyAre : text.migrate.converted(converted)],
    ],
    [text.migrate.existing, [existingText(wizard)]],
    [text.load.accounts, accounts.flatMap(text.load.planAccount)],
    [text.load.planScope, [plan.scope]],
    [text.migrate.consistency, [plan.consistency]],
    [text.migrate.threads, [formatCount(plan.threads)]],
  ];
  return (
    <Group title={text.migrate.step.plan}>
      <dl className={styles.facts} data-testid="migrate-facts">
        {facts
          .filter(([, lines]) => lines.length > 0)
          .map(([name, lines]) => (
            <div key={name}>
              <dt>{name}</dt>
              {lines
                .filter((line) => line !== '')
                .map((line, at) => (
                  // Source and target may be one server, in the same words.
                  <dd key={at}>{line}</dd>
                ))}
            </div>
          ))}
      </dl>
    </Group>
  );
}

function existingText({ taken: { content }, choices: { onExisting } }: Wizard): string {
  return text.load.policiesOf[content][onExisting] ?? text.load.policies[onExisting];
}

/** In a group of its own, for its button stands beside it. */
function Command({ migration }: { readonly migration: NonNullable<Wizard['migration']> }) {
  const command = useRemote(JSON.stringify(migration), () => request('migrate/command', migration));
  return (
    <section className={styles.commandGroup} aria-label={text.common.sameCommand}>
      <CommandLine command={command} testId="migrate-command" note={text.migrate.planNote} />
      <CopyCommand command={command} testId="migrate-copy" />
    </section>
  );
}

function jobName({ names, source, target }: Wizard): string {
  return text.migrate.between(`${Object.keys(names).join(', ')} · ${source?.name ?? ''}`, target?.name ?? '');
}
