import { useState } from 'react';
import { Tooltip } from 'radix-ui';
import { assertNever } from '../../app/contract/exhaustive';
import { classes } from '../parts/classes';
import { PopupPlace } from '../parts/overlays/popup-place';
import { ConnectionsScreen } from '../screens/connections/ConnectionsScreen';
import { DumpScreen } from '../screens/dump/DumpScreen';
import { HistoryScreen } from '../screens/history/HistoryScreen';
import { InspectScreen } from '../screens/inspect/InspectScreen';
import { JobsScreen } from '../screens/jobs/JobsScreen';
import { LoadScreen } from '../screens/load/LoadScreen';
import { MigrateScreen } from '../screens/migrate/MigrateScreen';
import { RunsScreen } from '../screens/run/RunsScreen';
import { SettingsScreen } from '../screens/settings/SettingsScreen';
import { useNavigation, type Screen } from '../state/app/navigation';
import { text } from '../text';
import { AboutDialog } from './dialogs/AboutDialog';
import styles from './App.module.css';
import { CommandPalette } from './palette/CommandPalette';
import { ChangedSettings } from './ChangedSettings';
import { LicencesDialog } from './dialogs/LicencesDialog';
import { Sidebar } from './Sidebar';
import { StatusBar } from './StatusBar';
import { UnlockDialog } from './dialogs/UnlockDialog';
import { useFocusKept } from './use-focus-kept';
import { useFolderDrop } from './use-folder-drop';

export function App() {
  const screen = useNavigation((state) => state.screen);
  useFocusKept();
  const drop = useFolderDrop();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Tooltip.Provider delayDuration={500}>
      <PopupPlace value={place}>
        <div className={styles.app} {...drop.handlers}>
          <Sidebar />
          <div className={styles.work}>
            <ChangedSettings />
            <main
              className={classes(styles.main, drop.over && styles.dropping)}
              data-drop-text={text.frame.dropHere}
              tabIndex={-1}
            >
              {screenOf(screen)}
              <div ref={setPlace} />
            </main>
          </div>
          <StatusBar />
        </div>
        <UnlockDialog />
        <AboutDialog />
        <LicencesDialog />
        <CommandPalette />
      </PopupPlace>
    </Tooltip.Provider>
  );
}

function screenOf(screen: Screen) {
  switch (screen) {
    case 'connections':
      return <ConnectionsScreen />;
    case 'dump':
      return <DumpScreen />;
    case 'load':
      return <LoadScreen />;
    case 'migrate':
      return <MigrateScreen />;
    case 'inspect':
      return <InspectScreen />;
    case 'runs':
      return <RunsScreen />;
    case 'jobs':
      return <JobsScreen />;
    case 'history':
      return <HistoryScreen />;
    case 'settings':
      return <SettingsScreen />;
    default:
      return assertNever(screen);
  }
}
