import { Button } from '../../../parts/controls/Button';
import { Empty } from '../../../parts/layout/Panel';
import { Waiting } from '../../../parts/notices/Waiting';
import { text } from '../../../text';
import type { Wizard } from '../use-migration';

/** Placeholder while the plan is made: it can be stopped and asked for again. */
export function Checking({ wizard: { isStopped, stop, readAgain } }: { readonly wizard: Wizard }) {
  if (isStopped)
    return (
      <Empty
        title={text.migrate.stopped}
        explain={text.migrate.stoppedExplain}
        action={
          <Button data-testid="migrate-check-again" onClick={readAgain}>
            {text.migrate.checkAgain}
          </Button>
        }
      />
    );
  return (
    <Waiting
      title={text.migrate.checking}
      explain={text.migrate.checkingExplain}
      action={
        <Button data-testid="migrate-stop" onClick={stop}>
          {text.migrate.stop}
        </Button>
      }
    />
  );
}
