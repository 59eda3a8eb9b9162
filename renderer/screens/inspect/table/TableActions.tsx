import { FileJson, GitCompare, Image, Pin, PinOff } from 'lucide-react';
import type { PicturedInspection } from '../../../../app/contract/pages/page-picture';
import { Button, IconButton } from '../../../parts/controls/Button';
import { request } from '../../../state/remote/bridge';
import { keep, useInspect } from '../../../state/pages/inspect';
import { onlyTable } from '../../../state/inspect/before';
import { notify, notifyFailure } from '../../../state/app/toasts';
import { text } from '../../../text';
import { pictureOf } from '../pictures/export-picture';

interface TableActionsProps {
  /** The key of what is inspected: what is kept belongs to it. */
  readonly subject: string;
  readonly name: string;
  readonly pictured: PicturedInspection;
}

/** Keeping, comparing and saving what is seen. */
export function TableActions({ subject, name, pictured }: TableActionsProps) {
  const kept = useInspect((state) => state.kept.get(subject) ?? null);
  return (
    <>
      {kept === null ? (
        <>
          <Button
            data-testid="inspect-keep"
            onClick={() => {
              keep(subject, { from: 'kept', pictured });
            }}
          >
            <Pin size={14} aria-hidden />
            {text.inspect.keep}
          </Button>
          <IconButton
            label={text.inspect.compareWith}
            data-testid="inspect-compare-file"
            onClick={() => {
              compareWithFile(subject, pictured).catch(notifyFailure);
            }}
          >
            <GitCompare size={14} aria-hidden />
          </IconButton>
        </>
      ) : (
        <Button
          data-testid="inspect-unkeep"
          onClick={() => {
            keep(subject, null);
          }}
        >
          <PinOff size={14} aria-hidden />
          {text.inspect.stopComparing}
        </Button>
      )}
      <IconButton
        label={text.inspect.exportPng}
        data-testid="inspect-save-png"
        onClick={() => {
          const png = pictureOf(name, pictured, kept?.pictured ?? null);
          notifySaved(request('inspect/save-picture', { name, png }), text.inspect.savedPicture(name));
        }}
      >
        <Image size={14} aria-hidden />
      </IconButton>
      <IconButton
        label={text.inspect.exportJson}
        data-testid="inspect-save-json"
        onClick={() => {
          notifySaved(
            request('inspect/save', { name, inspection: pictured.inspection }),
            text.inspect.savedFigures(name),
          );
        }}
      >
        <FileJson size={14} aria-hidden />
      </IconButton>
    </>
  );
}

function notifySaved(saving: Promise<boolean>, words: string): void {
  saving
    .then((isSaved) => {
      if (isSaved) notify('ok', words);
    })
    .catch(notifyFailure);
}

/** Part of a file's inspection about a table of this name, in any schema; a single file's inspection names none. */
async function compareWithFile(subject: string, { inspection }: PicturedInspection): Promise<void> {
  const opened = await request('inspect/open', null);
  if (opened === null) return;
  const table = inspection.tables[0]?.table?.replace(/^[^.]*\./, '');
  const before = table === undefined ? opened : onlyTable(opened, table);
  if (before === null) notify('warning', text.inspect.noSuchTable);
  else keep(subject, { from: 'opened', pictured: { inspection: before, pictures: [] } });
}
