import type { FolderChoice } from '../../../app/contract/runs/folder-choice';
import { text } from '../../text';
import { formatBytes } from '../../../app/contract/quantities';
import { Button } from '../../parts/controls/Button';
import { Field } from '../../parts/controls/Field';
import { Path } from '../../parts/display/Path';
import styles from '../../parts/layout/Steps.module.css';

interface FolderFieldProps {
  readonly folder: FolderChoice | null;
  readonly isSuggested: boolean;
  /** True for a dump that is one file. */
  readonly isFile: boolean;
  readonly onChoose: () => void;
}

/** Destination of a dump. The window shows the path and holds only its handle. */
export function FolderField({ folder, isSuggested, isFile, onChoose }: FolderFieldProps) {
  return (
    <Field
      label={isFile ? text.dump.file : text.dump.folder}
      problem={folder === null ? undefined : problemOf(folder, isFile)}
      hint={folder === null ? undefined : noteOf(folder, isSuggested)}
    >
      {(ids) => (
        <div className={styles.pathRow}>
          {folder === null ? (
            <span className={styles.noPath} data-testid="dump-folder">
              {text.dump.noFolderYet}
            </span>
          ) : (
            <Path path={folder.display} testId="dump-folder" />
          )}
          <Button {...ids} data-testid="dump-choose-folder" onClick={onChoose}>
            {text.dump.choose}
          </Button>
        </div>
      )}
    </Field>
  );
}

function problemOf({ writable, empty }: FolderChoice, isFile: boolean): string | undefined {
  if (isFile && !empty) return text.dump.fileExists;
  if (!writable) return text.dump.notWritable;
  return empty ? undefined : text.dump.notEmpty;
}

function noteOf(folder: FolderChoice, isSuggested: boolean): string {
  const notes = [
    isSuggested ? text.dump.suggested : '',
    folder.freeBytes === null ? '' : text.dump.free(formatBytes(folder.freeBytes)),
  ];
  return notes.filter((note) => note !== '').join(' · ');
}
