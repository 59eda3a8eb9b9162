import cells from './cells.module.css';
import { classes } from '../classes';
import list from './list.module.css';

interface FigureHeadsProps {
  readonly name: string;
  readonly figures: readonly string[];
  readonly last: string;
  /** Says how wide the columns are. */
  readonly className: string | undefined;
}

/** The column heads of a list of names with figures between them and what follows. */
export function FigureHeads({ name, figures, last, className }: FigureHeadsProps) {
  return (
    <div role="row" className={classes(list.head, className)}>
      <span role="columnheader">{name}</span>
      {figures.map((figure) => (
        <span key={figure} role="columnheader" className={cells.figure}>
          {figure}
        </span>
      ))}
      <span role="columnheader">{last}</span>
    </div>
  );
}
