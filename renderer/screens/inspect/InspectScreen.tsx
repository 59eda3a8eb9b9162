import { ScreenFrame } from '../../parts/layout/Panel';
import { useConnections } from '../../state/servers/connections';
import { useNavigation } from '../../state/app/navigation';
import { text } from '../../text';
import { OpenFile } from './OpenFile';
import { TableList } from './list/TableList';
import { subjectKey, TableView } from './table/TableView';

/** All tables of a connection, or one by itself. */
export function InspectScreen() {
  const subject = useNavigation((state) => state.inspectSubject);
  return subject === null ? <ListScreen /> : <TableView key={subjectKey(subject)} subject={subject} />;
}

function ListScreen() {
  const profileId = useNavigation((state) => state.inspectProfileId);
  const profile =
    useConnections((state) => state.profiles.find((candidate) => candidate.id === profileId)) ?? null;
  return (
    <ScreenFrame
      title={text.inspect.title}
      subtitle={text.inspect.subtitle}
      testId="screen-inspect"
      actions={profile === null ? null : <OpenFile />}
    >
      <TableList key={profileId ?? ''} profile={profile} />
    </ScreenFrame>
  );
}
