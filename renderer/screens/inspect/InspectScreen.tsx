import { FileSearch } from 'lucide-react';
import { Button } from '../../parts/Button';
import { ScreenFrame } from '../../parts/Panel';
import { request } from '../../state/bridge';
import { useConnections } from '../../state/connections';
import { showSubject, useNavigation } from '../../state/navigation';
import { notifyFailure } from '../../state/toasts';
import { text } from '../../text';
import { TableList } from './TableList';
import { subjectKey, TableView } from './TableView';

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
      actions={
        <Button data-testid="inspect-open-file" onClick={openFile}>
          <FileSearch size={14} aria-hidden />
          {text.inspect.openFile}
        </Button>
      }
    >
      <TableList key={profileId ?? ''} profile={profile} />
    </ScreenFrame>
  );
}

function openFile(): void {
  request('inspect/choose-file', null)
    .then((file) => {
      if (file !== null) showSubject({ kind: 'file', file });
    })
    .catch(notifyFailure);
}
