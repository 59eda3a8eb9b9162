import { useMemo, useState } from 'react';
import type { CatalogTree } from '../../../../app/contract/catalog';
import type { Profile } from '../../../../app/contract/connections/connection';
import list from '../../../parts/grid/list.module.css';
import { ServerContents } from '../../../features/server-contents/ServerContents';
import { request } from '../../../state/remote/bridge';
import { isReachable, useConnections } from '../../../state/servers/connections';
import { keyOf, useInspect } from '../../../state/pages/inspect';
import { figuresOf } from '../../../state/pages/figures';
import { rowsOf, sortRows, type Sorting } from '../../../state/inspect/rows';
import { useNavigation } from '../../../state/app/navigation';
import type { Remote } from '../../../state/remote/remote';
import { withPassword } from '../../../state/servers/unlock';
import { useRemote } from '../../../state/remote/use-remote';
import { text } from '../../../text';
import { ListBar } from './ListBar';
import { OpenFile } from '../OpenFile';
import styles from './TableList.module.css';
import { TableGrid } from './TableGrid';

/** The InnoDB tables of one connection, with what is known of each. */
export function TableList({ profile }: { readonly profile: Profile | null }) {
  const [attempt, setAttempt] = useState(1);
  const filter = useNavigation((state) => state.inspectFilter);
  const isUp = useConnections((state) => profile !== null && isReachable(profile, state.practice));
  const tree = useRemote(profile !== null && isUp ? `${profile.id} ${attempt}` : null, () => {
    const profileId = profile?.id ?? '';
    return withPassword(profileId, () => request('catalog/tree', { profileId }));
  });
  const reload = (): void => setAttempt(attempt + 1);
  const rows = useRowsOf(profile, tree, filter);
  const [sorting, setSorting] = useState<Sorting>({ key: 'bytes', descending: true });
  const sorted = useMemo(() => sortRows(rows, sorting), [rows, sorting]);
  return (
    <div className={styles.main}>
      <ListBar profile={profile} rows={rows} isReady={tree.kind === 'ready'} onReload={reload} />
      <ServerContents
        profile={profile}
        tree={tree}
        choose={text.inspect.choose}
        otherWay={<OpenFile />}
        onReload={reload}
        onLeave={() => {
          useNavigation.setState({ inspectProfileId: null });
        }}
      >
        {() => (
          <TableGrid
            profileId={profile?.id ?? ''}
            rows={sorted}
            sorting={sorting}
            onSorting={setSorting}
            none={filter === '' ? text.inspect.noTables : text.inspect.noMatch}
          />
        )}
      </ServerContents>
      {rows.length > 0 && <p className={list.foot}>{text.inspect.listFoot}</p>}
    </div>
  );
}

function useRowsOf(profile: Profile | null, tree: Remote<CatalogTree>, filter: string) {
  const inspected = useInspect((state) => state.inspected);
  const profileId = profile?.id ?? null;
  return useMemo(() => {
    if (profileId === null || tree.kind !== 'ready') return [];
    return rowsOf(
      tree.value,
      (schema, table) => {
        const inspection = inspected.get(keyOf(profileId, { schema, table }));
        return inspection === undefined ? null : figuresOf(inspection, text.inspect.figureReasons);
      },
      filter,
    );
  }, [profileId, tree, inspected, filter]);
}
