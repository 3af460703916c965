// The versions of a memory, the newest first: what each changed, and a way back to it.
import { visible } from '../text.ts';
import { Age, Line } from './texts.tsx';

export interface State {
  readonly version?: number; // missing: the present one
  readonly from: string;
  readonly until?: string;
  readonly ended_by?: string;
  readonly title: string;
  readonly changed?: readonly string[];
  readonly difference?: string; // [-removed-] and {+added+}
}

function Difference({ text }: { text: string }) {
  return (
    <div class="prose two">
      <p>
        {text.split(/(\[-[\s\S]*?-\]|\{\+[\s\S]*?\+\})/).map((each, i) => {
          const words = visible(each.slice(2, -2), true);
          return each.startsWith('[-') ? <del key={i}>{words}</del> : each.startsWith('{+') ? <ins key={i}>{words}</ins> : visible(each, true);
        })}
      </p>
    </div>
  );
}

export function Versions({ states, busy = false, onRestore }: { states: readonly State[]; busy?: boolean; onRestore?: (version: number) => void }) {
  return (
    <ol class="plain-list">
      {states.map((each, i) => (
        <li key={each.from}>
          <details open={i === 0}>
            <summary><Age time={each.from} /> {each.version === undefined ? '(present version)' : ''}{each.changed && each.changed.length > 0 ? <> changed {each.changed.map((name) => visible(name)).join(', ')}</> : i === states.length - 1 ? ' first kept' : ''}</summary>
            {each.changed?.includes('title') && <p>Title: <Line text={each.title} /></p>}
            {each.difference !== undefined && <Difference text={each.difference} />}
            {each.version !== undefined && onRestore && <button disabled={busy} onClick={() => onRestore(each.version!)}>Restore this version</button>}
          </details>
        </li>
      ))}
    </ol>
  );
}
