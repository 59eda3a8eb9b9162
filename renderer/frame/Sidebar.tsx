import {
  Activity,
  ArrowLeftRight,
  Bookmark,
  Database,
  HardDriveDownload,
  HardDriveUpload,
  History,
  Info,
  Layers,
  Moon,
  Settings,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from '../parts/controls/Button';
import { RunStateIcon } from '../features/run-state/RunStateIcon';
import { show, showHistory, showRun, useNavigation, type Screen } from '../state/app/navigation';
import { progressOf } from '../state/runs/run-model';
import { isFinal, useRuns } from '../state/runs/runs';
import { text } from '../text';
import { formatPercent } from '../../app/contract/quantities';
import { toggleTheme } from '../state/app/settings';
import { useAppearance } from '../theme/appearance';
import { Mark } from './Mark';
import styles from './Sidebar.module.css';
import { Toasts } from './Toasts';

const items: readonly { readonly screen: Screen; readonly label: string; readonly icon: LucideIcon }[] = [
  { screen: 'connections', label: text.frame.connections, icon: Database },
  { screen: 'dump', label: text.frame.dump, icon: HardDriveDownload },
  { screen: 'load', label: text.frame.load, icon: HardDriveUpload },
  { screen: 'migrate', label: text.frame.migrate, icon: ArrowLeftRight },
  { screen: 'inspect', label: text.frame.inspect, icon: Layers },
  { screen: 'runs', label: text.frame.runs, icon: Activity },
  { screen: 'jobs', label: text.frame.jobs, icon: Bookmark },
  { screen: 'history', label: text.frame.history, icon: History },
];

export function Sidebar() {
  const screen = useNavigation((state) => state.screen);
  const active = useRuns((state) => Object.values(state.byId).filter((run) => !isFinal(run)).length);
  return (
    <aside className={styles.sidebar} aria-label={text.frame.product}>
      <div className={styles.brand}>
        <Mark size={20} />
        {text.frame.product}
      </div>
      <nav className={styles.nav} aria-label={text.frame.navigation}>
        {items.map((item) => (
          <button
            key={item.screen}
            type="button"
            className={styles.item}
            data-testid={`nav-${item.screen}`}
            aria-current={screen === item.screen ? 'page' : undefined}
            onClick={() => {
              if (item.screen === 'history') showHistory();
              else show(item.screen);
            }}
          >
            <item.icon size={15} aria-hidden />
            {item.label}
            {item.screen === 'runs' && active > 0 && <span className={styles.count}>{active}</span>}
          </button>
        ))}
      </nav>
      <RunList />
      <Toasts />
      <Foot />
    </aside>
  );
}

/** The runs that go on, one line each, so that leaving the run screen never means losing sight of them. */
function RunList() {
  const order = useRuns((state) => state.order);
  const byId = useRuns((state) => state.byId);
  const active = order.flatMap((runId) => {
    const run = byId[runId];
    return run === undefined || isFinal(run) ? [] : [run];
  });
  return (
    <div className={styles.runs}>
      {active.map((run) => {
        const share = progressOf(run);
        return (
          <button
            key={run.runId}
            type="button"
            className={styles.run}
            onClick={() => {
              showRun(run.runId);
            }}
          >
            <RunStateIcon state={run.state} size={14} />
            <span className={styles.runTitle}>{run.header.title}</span>
            <span className={styles.percent}>{share === null ? '' : formatPercent(share)}</span>
          </button>
        );
      })}
    </div>
  );
}

function Foot() {
  const theme = useAppearance((state) => state.theme);
  const isShown = useNavigation((state) => state.screen === 'settings');
  return (
    <div className={styles.foot}>
      <IconButton
        label={theme === 'dark' ? text.frame.themeToLight : text.frame.themeToDark}
        data-testid="theme-toggle"
        onClick={toggleTheme}
      >
        {theme === 'dark' ? <Sun size={15} aria-hidden /> : <Moon size={15} aria-hidden />}
      </IconButton>
      <IconButton
        label={text.frame.settings}
        data-testid="nav-settings"
        aria-current={isShown ? 'page' : undefined}
        onClick={() => {
          show('settings');
        }}
      >
        <Settings size={15} aria-hidden />
      </IconButton>
      <IconButton
        label={text.frame.about}
        data-testid="about-open"
        onClick={() => {
          useNavigation.setState({ aboutOpen: true });
        }}
      >
        <Info size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
