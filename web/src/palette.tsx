// Everything that can be done from anywhere, by typing a part of its name; what is not a command is searched for.
import { useId, useState } from 'preact/hooks';
import { Dialog } from './parts/dialog.tsx';
import { go } from './navigation.ts';
import { linkTo, titleOf, views } from './place.ts';
import { complain, undoLast } from './notices.tsx';
import { prefer } from './preferences.ts';

interface Command {
  readonly name: string;
  readonly run: () => void;
}

function commandsFor(text: string): Command[] {
  const all: Command[] = [
    ...views.map((view) => ({ name: `Go to ${titleOf(view)}`, run: () => go(linkTo(view)) })),
    { name: 'New memory', run: () => go(linkTo('memories', { new: 1 })) },
    { name: 'Review contradictions', run: () => go(linkTo('review', { kind: 'contradiction' })) },
    { name: 'Review duplicates', run: () => go(linkTo('review', { kind: 'duplicate' })) },
    ...['Export all memories', 'Import a file', 'Make a backup', 'Connect an assistant', 'Restore a deleted memory', 'Restore a backup', 'Sync devices over a folder', 'Change a setting'].map((name) => ({ name, run: () => go(linkTo(name.startsWith('Restore a deleted') ? 'archive' : 'settings')) })),
    { name: 'Undo the last change', run: () => void undoLast().catch(complain) },
    { name: 'Theme: light', run: () => prefer({ theme: 'light' }) },
    { name: 'Theme: dark', run: () => prefer({ theme: 'dark' }) },
    { name: 'Theme: as the system', run: () => prefer({ theme: 'system' }) },
    { name: 'Single-key shortcuts: on', run: () => prefer({ singleKeys: true }) },
    { name: 'Single-key shortcuts: off', run: () => prefer({ singleKeys: false }) },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((each) => words.every((word) => each.name.toLowerCase().includes(word)));
  if (words.length > 0) {
    found.push({ name: `Search memories for “${text.trim()}”`, run: () => go(linkTo('memories', { q: text.trim() })) });
    found.push({ name: `Explain a recall of “${text.trim()}”`, run: () => go(linkTo('why', { q: text.trim() })) });
  }
  return found;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const commands = commandsFor(text);
  const chosen = Math.min(at, commands.length - 1);
  const run = (command: Command | undefined) => {
    onClose();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      setAt((chosen + step + commands.length) % commands.length);
    } else if (event.key === 'Enter') {
      run(commands[chosen]);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={onClose} className="palette">
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={`${id}-${chosen}`}
        aria-label="Command, or what to search for"
        placeholder="Command, or what to search for"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id={id} aria-label="Commands">
        {commands.map((command, i) => (
          <li key={command.name} id={`${id}-${i}`} role="option" aria-selected={i === chosen} onClick={() => run(command)}>{command.name}</li>
        ))}
      </ul>
    </Dialog>
  );
}
