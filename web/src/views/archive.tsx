// T5: what is no longer among the memories, and the way back: what was archived, and what was deleted while its history is kept.
import { useState } from 'preact/hooks';
import { ask, pathOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { complain, notify } from '../notices.tsx';
import { undo } from '../actions.ts';
import { linkTo } from '../place.ts';
import { change, go, usePlace } from '../navigation.ts';
import { count, excerpt, figure } from '../text.ts';
import { Age, Line } from '../parts/texts.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SearchBox } from '../parts/search_box.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import type { Memory } from '../types.ts';

interface Archived extends Memory {
  readonly archived_at: string;
  readonly archive_reason: string;
}

const pageSize = 100;
const reasons: Readonly<Record<string, string>> = { gc: 'expired', forget: 'forgotten', consolidate: 'merged', delete: 'deleted' };

const chosenBy = ['title', 'reason', 'since', 'until'] as const;

// Asks before something is deleted for good: all, or one.
function Purge({ of, onDone, onLeave }: { of: Archived | number; onDone: () => void; onLeave: () => void }) {
  const all = typeof of === 'number';
  const purge = () => {
    onLeave();
    ask<{ purged: number }>(all ? '/archive' : pathOf('archive', of.id), { method: 'DELETE' }).then((each) => (notify(`Deleted ${count(each.purged, 'memory', 'memories')} for good`), onDone()), complain);
  };
  return (
    <Dialog title={all ? 'Empty the archive?' : `Delete “${excerpt(of.title, 60)}” permanently?`} onClose={onLeave}>
      <p>{all ? `${count(of, 'memory', 'memories')} would be deleted permanently.` : 'Its text and its history go.'} This cannot be undone.</p>
      <div class="actions"><button autoFocus onClick={onLeave}>Cancel</button><button class="danger" onClick={purge}>Delete permanently</button></div>
    </Dialog>
  );
}

export function ArchiveView() {
  const { params } = usePlace();
  const [limit, setLimit] = useState(pageSize);
  const chosen = Object.fromEntries(chosenBy.map((each) => [each, params.get(each) ?? '']));
  const isChosen = Object.values(chosen).some((each) => each !== '');
  const { value, error, reload } = useLoaded(`archive ${limit} ${JSON.stringify(chosen)}`, (signal) => ask<{ archived: Archived[] }>('/archive', { query: { limit, ...chosen }, signal }).then((each) => each.archived), true);
  const [purging, setPurging] = useState<Archived | number | null>(null);
  const lookAtAll = () => void ask<{ would_purge: number }>('/archive', { method: 'DELETE', query: { dry_run: true } }).then((each) => setPurging(each.would_purge), complain);
  const restore = (each: Archived) => void ask(pathOf('archive', each.id, 'restore'), { method: 'POST' }).then(() => (reload(), notify(`“${excerpt(each.title, 60)}” is back`, () => void undo(each.id).then(reload, complain)), go(linkTo('archive'))), complain);
  return (
    <>
      <h1>Archive</h1>
      <p class="soft lead">Memories that expired, or were forgotten, merged or deleted. They are not recalled, and can be restored.</p>
      <div class="search-line in-page">
        <SearchBox value={chosen.title ?? ''} label="Title" placeholder="Title" onChange={(title) => change({ title }, true)} />
        <label class="inline">Reason <select value={chosen.reason} onChange={(event) => change({ reason: event.currentTarget.value })}><option value="">all</option>{Object.entries(reasons).map(([name, said]) => <option key={name} value={name}>{said}</option>)}</select></label>
        <label class="inline">From <input type="date" value={chosen.since} onChange={(event) => change({ since: event.currentTarget.value })} /></label>
        <label class="inline">To <input type="date" value={chosen.until} onChange={(event) => change({ until: event.currentTarget.value })} /></label>
      </div>
      {error ? <Problem error={error} what="the archive" retry={reload} />
        : !value ? <Loading what="the archive" />
        : value.length === 0 && isChosen ? <Empty title="Nothing in the archive matches"><p><button onClick={() => change(Object.fromEntries(chosenBy.map((each) => [each, undefined])))}>Show all</button></p></Empty>
        : value.length === 0 ? <Empty title="Nothing is in the archive"><p>What you delete can be restored here.</p></Empty>
        : (
          <>
            <ul class="archive" aria-label="In the archive, newest first">
              {value.map((each) => (
                <li key={`${each.id} ${each.archived_at}`} class="card">
                  <div>
                    <h2><Line text={excerpt(each.title, 160)} /></h2>
                    <p class="row-facts wrap"><span class="tag">{reasons[each.archive_reason] ?? each.archive_reason}</span><Age time={each.archived_at} /><span class="namespace"><Line text={each.namespace} /></span></p>
                    {each.content !== '' && <p class="soft"><Line text={excerpt(each.content, 240)} /></p>}
                  </div>
                  <div class="actions">
                    <button aria-label={`Restore ${excerpt(each.title, 60)}`} onClick={() => restore(each)}>Restore</button>
                    <button class="plain" aria-label={`Delete permanently: ${excerpt(each.title, 60)}`} onClick={() => setPurging(each)}>Delete permanently</button>
                  </div>
                </li>
              ))}
            </ul>
            {value.length >= limit && <p class="further"><button onClick={() => setLimit(Math.min(1000, limit * 2))}>More than {figure(limit)}</button></p>}
            {!isChosen && (value.length >= limit || value.some((each) => each.archive_reason !== 'delete')) && <p class="further"><button class="danger" onClick={lookAtAll}>Empty the archive</button></p>}
            {purging !== null && <Purge of={purging} onDone={reload} onLeave={() => setPurging(null)} />}
          </>
        )}
    </>
  );
}
