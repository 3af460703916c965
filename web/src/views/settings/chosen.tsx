// The configuration: settings that people look for in words, all others by their names.
import { useState } from 'preact/hooks';
import { useLoaded } from '../../loading.ts';
import { complain, notify } from '../../notices.tsx';
import { change, settings, type Setting } from '../../own.ts';
import { Line } from '../../parts/texts.tsx';
import { Loading, Problem } from '../../parts/states.tsx';

const words: readonly (readonly [string, string])[] = [
  ['hooks.recall', 'Hooks add memories to prompts'],
  ['hooks.limit', 'Memories that a prompt gets at most'],
  ['hooks.budget_tokens', 'Tokens that a session gets at its start at most'],
  ['hooks.capture', 'Hooks keep what is said'],
  ['hooks.errors', 'Hooks keep how errors were solved'],
  ['secrets.remove', 'Secrets are removed from what is stored automatically'],
  ['archive_on_gc', 'What expires goes to the archive'],
  ['history.keep_days', 'Days that former versions are kept'],
  ['access_log.keep_days', 'Days that activity is kept'],
];

const shown = (value: Setting['value']) => (value === null ? 'not set' : Array.isArray(value) ? value.join(', ') : String(value));

function Value({ setting, name, onSave }: { setting: Setting; name: string; onSave: (value: string) => void }) {
  if (typeof setting.value === 'boolean') return <label class="switch"><input type="checkbox" checked={setting.value} onChange={(event) => onSave(String(event.currentTarget.checked))} /> {name}</label>;
  return <label class="head-line">{name} <input key={shown(setting.value)} inputMode={typeof setting.value === 'number' ? 'numeric' : 'text'} value={setting.value === null ? '' : shown(setting.value)} placeholder="not set" onChange={(event) => event.currentTarget.value !== '' && onSave(event.currentTarget.value)} /></label>;
}

export function Chosen() {
  const { value, error, reload } = useLoaded('settings', settings, true);
  const [open, setOpen] = useState(false);
  if (error) return <Problem error={error} what="settings" retry={reload} />;
  if (!value) return <Loading what="the settings" />;
  const save = (key: string) => (text: string) => void change(key, text).then(() => notify('Saved; programs that are running take it when they start next'), complain).finally(reload);
  const rest = value.filter((each) => !words.some(([key]) => key === each.key));
  return (
    <>
      {words.flatMap(([key, name]) => {
        const setting = value.find((each) => each.key === key);
        return setting ? [<Value key={key} setting={setting} name={name} onSave={save(key)} />] : [];
      })}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>All {value.length} settings</summary>
        {open && <ul class="plain-list">{rest.map((each) => <li key={each.key}><Value setting={each} name={each.key} onSave={save(each.key)} />{each.origin !== 'default' && <span class="soft">from <Line text={each.origin} /></span>}</li>)}</ul>}
      </details>
    </>
  );
}
