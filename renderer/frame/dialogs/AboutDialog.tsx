import { TriangleAlert } from 'lucide-react';
import type { Vendor } from '../../../app/contract/connections/connection';
import { seriesTried, type Trial } from '../../../app/contract/connections/tried-versions';
import { Button } from '../../parts/controls/Button';
import { Dialog } from '../../parts/overlays/Dialog';
import { useAppInfo } from '../../state/app/app-info';
import { useNavigation } from '../../state/app/navigation';
import { text } from '../../text';
import styles from './AboutDialog.module.css';
import { Mark } from '../Mark';

/** Trial of each version. */
function servers(): readonly (readonly [string, string])[] {
  const series = (vendor: Vendor, trial: Trial) => seriesTried(vendor, trial).join(', ');
  return [
    [text.frame.servers, text.frame.serversRun(series('mysql', 'run'), series('mariadb', 'run'))],
    [text.frame.serversEmulated, text.frame.serversEmulatedDetail(series('mysql', 'emulated'))],
    [text.frame.serversOther, text.frame.serversOtherDetail],
  ];
}

export function AboutDialog() {
  const open = useNavigation((state) => state.aboutOpen);
  const info = useAppInfo((state) => state.info);
  const close = (): void => {
    useNavigation.setState({ aboutOpen: false });
  };
  const facts: readonly (readonly [string, string])[] =
    info === null
      ? []
      : [
          [text.frame.version, info.version],
          [text.frame.engine, info.engine],
          [text.frame.electron, info.electron],
          [text.frame.chromium, info.chromium],
          [text.frame.cores, String(info.cores)],
          ...servers(),
          [text.frame.licence, text.frame.licenceName],
        ];
  return (
    <Dialog
      title={text.frame.about}
      open={open}
      onClose={close}
      testId="about-dialog"
      width="narrow"
      actions={
        <>
          <span>
            <Button
              onClick={() => {
                useNavigation.setState({ aboutOpen: false, licencesOpen: true });
              }}
              data-testid="about-licences"
            >
              {text.frame.licences}
            </Button>
          </span>
          <Button onClick={close} autoFocus>
            {text.frame.close}
          </Button>
        </>
      }
    >
      <div className={styles.head}>
        <Mark size={40} />
        <p>{text.frame.aboutTagline}</p>
      </div>
      <dl className={styles.facts}>
        {facts.flatMap(([name, value]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} value`}>{value}</dd>,
        ])}
      </dl>
      {info?.oldRuntime === true && (
        <p className={styles.old}>
          <TriangleAlert size={14} aria-hidden />
          <span>{text.frame.oldRuntimeDetail(info.electron)}</span>
        </p>
      )}
    </Dialog>
  );
}
