import { useState, type DragEvent } from 'react';
import { showLoadOf } from '../state/app/navigation';
import { notify, notifyFailure } from '../state/app/toasts';
import { text } from '../text';

interface FolderDrop {
  /** True while something that may be a folder hangs over the window. */
  readonly over: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Lets a dump folder be dropped anywhere; the path itself never enters the window. */
export function useFolderDrop(): FolderDrop {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event) => {
        if (event.currentTarget === event.target || event.relatedTarget === null) setOver(false);
      },
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        void open().catch(notifyFailure);
      },
    },
  };
}

async function open(): Promise<void> {
  const folder = await window.sluice.openDropped();
  if (folder === null) notify('warning', text.frame.notADumpDrop);
  else showLoadOf(folder);
}
