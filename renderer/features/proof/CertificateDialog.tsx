import type { CertificateView } from '../../../app/contract/proof/certificate';
import { formatBytes, formatCount, formatDuration } from '../../../app/contract/quantities';
import { inputText } from '../../../app/contract/commands/input';
import { productOf } from '../../../app/contract/product';
import type { RequestArgument } from '../../../app/contract/requests';
import { Button } from '../../parts/controls/Button';
import { formatDateTime } from '../../parts/display/date-time';
import { FailureNotice } from '../../parts/notices/FailureNotice';
import { Dialog } from '../../parts/overlays/Dialog';
import { request } from '../../state/remote/bridge';
import { useRemote } from '../../state/remote/use-remote';
import { notifyFailure } from '../../state/app/toasts';
import { text } from '../../text';
import styles from './Proof.module.css';

interface CertificateDialogProps {
  readonly of: RequestArgument<'proof/certificate'>;
  readonly onClose: () => void;
}

/** A certificate: what was restored, where, how long it took, and what it does not say. */
export function CertificateDialog({ of, onClose }: CertificateDialogProps) {
  const certificate = useRemote(JSON.stringify(of), () => request('proof/certificate', of));
  return (
    <Dialog
      title={text.proof.certificate}
      open
      onClose={onClose}
      testId="certificate-dialog"
      actions={
        <>
          <span />
          <Button
            data-testid="certificate-reveal"
            onClick={() => {
              void request('proof/reveal', of).catch(notifyFailure);
            }}
          >
            {text.proof.reveal}
          </Button>
          <Button look="primary" onClick={onClose} autoFocus>
            {text.common.close}
          </Button>
        </>
      }
    >
      {certificate.kind === 'failed' && <FailureNotice failure={certificate.failure} tone="failed" />}
      {certificate.kind === 'ready' && <Facts certificate={certificate.value} />}
    </Dialog>
  );
}

function Facts({ certificate }: { readonly certificate: CertificateView }) {
  return (
    <dl className={styles.facts} data-testid="certificate-facts">
      {factsOf(certificate).map(([name, lines]) => (
        <Fact key={name} name={name} lines={lines} />
      ))}
      <dt>{text.proof.digest}</dt>
      <dd className={styles.digest}>{certificate.digest}</dd>
    </dl>
  );
}

function Fact({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </dd>
    </>
  );
}

function factsOf(certificate: CertificateView): readonly (readonly [string, readonly string[]])[] {
  const { dump, server, seconds, tables, files, objects, rows, viewsRead } = certificate;
  const { proof } = text;
  const took = (value: number) => formatDuration(value * 1000);
  const kinds = Object.entries(objects).map(([kind, count]) => proof.objectCount(kind, formatCount(count)));
  return [
    [proof.provedAt, [formatDateTime(Date.parse(certificate.provedAt))]],
    [proof.dump, [dump.path, proof.writtenBy(dump.writer, productOf(dump.serverVersion))]],
    [proof.readBy, dump.input === undefined ? [] : [inputText(dump.input)]],
    [proof.server, [proof.restoredInto(productOf(server.version), server.sameSeries)]],
    [
      proof.restore,
      [proof.took(took(seconds.load)), proof.tookMore(took(seconds.compare), took(seconds.check))],
    ],
    [
      proof.content,
      [
        proof.rowsOf(formatCount(rows), tables.count),
        proof.summed(tables.compared, tables.count),
        kinds.join(', '),
      ],
    ],
    [proof.views, viewsRead === 0 ? [] : [proof.viewsRead(viewsRead)]],
    [proof.files, [proof.filesOf(files.count, formatBytes(files.bytes))]],
    [proof.notRecorded, certificate.notRecorded],
    [proof.remarks, certificate.remarks],
    [proof.file, [certificate.file]],
  ];
}
