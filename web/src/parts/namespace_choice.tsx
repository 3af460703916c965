// One of the namespaces that there are. Its first value is the one with the most memories, or all of them.
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { visible } from '../text.ts';

export function useNamespaces(): readonly string[] {
  const { value } = useLoaded('namespaces', (signal) => ask<{ namespace?: { value: string }[] }>('/facets', { signal }), true);
  return value?.namespace?.map((each) => each.value) ?? [];
}

export function NamespaceChoice({ value, all, onChange }: { value: string; all: boolean; onChange: (value: string) => void }) {
  const known = useNamespaces();
  const names = value === '' || known.includes(value) ? known : [value, ...known];
  return (
    <label class="inline">Namespace
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {all && <option value="">all</option>}
        {names.map((each) => <option key={each} value={each}>{visible(each)}</option>)}
      </select>
    </label>
  );
}
