import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from 'radix-ui';
import { shortcutText } from '../../../app/contract/shortcuts';
import { useConnections } from '../../state/servers/connections';
import { useJobs } from '../../state/runs/jobs';
import { useNavigation } from '../../state/app/navigation';
import { useRuns } from '../../state/runs/runs';
import { text } from '../../text';
import { returnFocus } from '../../parts/overlays/return-focus';
import styles from './CommandPalette.module.css';
import { allCommands } from './commands';
import { matchCommands, type Command } from './match-commands';

const IS_MAC = navigator.platform.startsWith('Mac');

export function CommandPalette() {
  const open = useNavigation((state) => state.paletteOpen);
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(!useNavigation.getState().paletteOpen);
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, []);
  return open ? <OpenPalette /> : null;
}

function OpenPalette() {
  // Before the search box takes the focus as it appears.
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog.Root open onOpenChange={setOpen}>
      <Dialog.Portal>
        <div className={styles.scrim} aria-hidden />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          data-testid="command-palette"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener);
          }}
        >
          <PaletteBody />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody() {
  const profiles = useConnections((state) => state.profiles);
  const jobs = useJobs((state) => state.jobs);
  const runs = Object.values(useRuns((state) => state.byId));
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const found = matchCommands(allCommands(profiles, runs, jobs.kind === 'ready' ? jobs.value : []), query);
  const place = Math.min(chosen, found.length - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setChosen(Math.min(found.length - 1, place + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, place - 1));
    else if (event.key === 'Enter') execute(found[place]);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <Dialog.Title asChild>
        <label htmlFor={`${listId}-input`} hidden>
          {text.frame.palette}
        </label>
      </Dialog.Title>
      <input
        id={`${listId}-input`}
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={place >= 0 ? `${listId}-${String(place)}` : undefined}
        placeholder={text.frame.paletteSearch}
        value={query}
        autoFocus
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.list} role="listbox" id={listId} aria-label={text.frame.palette}>
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${listId}-${String(index)}`}
            role="option"
            aria-selected={index === place}
            className={styles.option}
            ref={(element) => {
              if (index === place) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => {
              setChosen(index);
            }}
            onClick={() => {
              execute(command);
            }}
          >
            <span>{command.label}</span>
            {command.key !== undefined && <kbd>{shortcutText(command.key, IS_MAC)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{text.frame.paletteEmpty}</p>}
    </>
  );
}

function setOpen(paletteOpen: boolean): void {
  useNavigation.setState({ paletteOpen });
}

function execute(command: Command | undefined): void {
  if (command === undefined) return;
  setOpen(false);
  command.run();
}
