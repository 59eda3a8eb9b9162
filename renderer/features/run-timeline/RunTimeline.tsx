import { useState } from 'react';
import type { RunModel } from '../../state/runs/run-model';
import { LanesPanel } from './lanes/LanesPanel';
import { LogPane } from './panes/LogPane';
import { TablesPane } from './panes/TablesPane';
import styles from './RunTimeline.module.css';
import { Stages } from './summary/Stages';
import { Totals } from './summary/Totals';

/** A run, while it runs and afterwards: stages, figures, lanes, tables and log. */
export function RunTimeline({ run }: { readonly run: RunModel }) {
  const [focus, setFocus] = useState<number | null>(null);
  return (
    <div className={styles.whole}>
      <Stages run={run} />
      <Totals run={run} />
      <LanesPanel run={run} focus={focus} onFocus={setFocus} />
      <div className={styles.bottom}>
        <TablesPane run={run} focus={focus} onFocus={setFocus} />
        <LogPane log={run.log} />
      </div>
    </div>
  );
}
