// L8: the signed events, whether their chain is whole, and the head that proves later that nothing was cut off.
import { ask, sentenceOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { complain, notify } from '../notices.tsx';
import { linkTo } from '../place.ts';
import { count, figure, moment, visible } from '../text.ts';
import { Line } from '../parts/texts.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import type { Signed } from '../types.ts';

interface Verified {
  valid: boolean;
  events: number;
  unsigned_events: number;
  fault_count: number;
  faults: { sequence: number; fault: string; detail: string }[];
  keys: { key: string; events: number; own: boolean }[];
  head: string;
}

const pageSize = 50;
const types = ['memory_deleted', 'memories_forgotten', 'memories_collected', 'memories_consolidated', 'archive_purged', 'transcripts_removed', 'standard_cleared', 'link_removed', 'deletions_synced', 'memories_united', 'capture_lag', 'identity_rotated', 'token_created', 'token_revoked'] as readonly string[];

function Verification() {
  const { value, error, reload } = useLoaded('verify', (signal) => ask<Verified>('/audit', { signal }));
  if (error) return <Problem error={error} what="verifying the audit log" retry={reload} />;
  if (!value) return <Loading what="the chain, and verifying it" />;
  return (
    <section class="card" aria-label="Verification">
      <p class={`verdict ${value.valid ? 'good' : 'bad'}`}>
        {value.valid && value.events === 0 ? 'No events yet. Log intact.' : value.valid ? `Log intact: ${count(value.events, 'event')}.` : `The log is damaged: ${count(value.fault_count, 'fault')} in ${count(value.events, 'event')}.`}
        {value.unsigned_events > 0 && ` ${figure(value.unsigned_events)} without a signature.`}
      </p>
      {value.faults.length > 0 && <ul class="plain-list">{value.faults.map((each, i) => <li key={i}>Event {each.sequence}: {visible(each.fault)}. <Line text={sentenceOf(each.detail)} /></li>)}</ul>}
      {value.events > 0 && <p class="soft">Keep the head somewhere else; with it, <code>ai-memory audit verify --head</code> finds what was cut off.</p>}
      <div class="head-line">
        {value.events > 0 && <code class="line">{visible(value.head)}</code>}
        {value.events > 0 && <button onClick={() => void navigator.clipboard.writeText(value.head).then(() => notify('Copied the head'), complain)}>Copy</button>}
        <button onClick={reload}>Verify again</button>
      </div>
      {value.keys.length > 0 && (
        <details>
          <summary>{count(value.keys.length, 'key')}</summary>
          <ul class="plain-list">{value.keys.map((each) => <li key={each.key}><code class="line">{visible(each.key)}</code> <span class="soft">{count(each.events, 'event')}{each.own ? ', yours' : ', not known here'}</span></li>)}</ul>
        </details>
      )}
    </section>
  );
}

// The signed text is JSON; where it is not, it is shown as it is.
function detailsOf(payload: string): readonly (readonly [string, string])[] {
  try {
    const parsed: unknown = JSON.parse(payload);
    if (typeof parsed === 'object' && parsed !== null) {
      return Object.entries(parsed).map(([name, value]) => [name, typeof value === 'string' ? value : Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : JSON.stringify(value)] as const);
    }
  } catch {
    // Below.
  }
  return [['payload', payload]];
}

function Row({ event }: { event: Signed }) {
  return (
    <tr>
      <td class="number">{event.sequence}</td>
      <td><time dateTime={visible(event.at)}>{moment(event.at)}</time></td>
      <td>{visible(event.type.replaceAll('_', ' '))}{event.key === '' && <span class="tag">unsigned</span>}</td>
      <td>{detailsOf(event.payload).map(([name, value]) => <div key={name}><span class="soft">{visible(name)}</span> {/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value) ? <a href={linkTo('memories', { open: value })}>{value}</a> : <Line text={value.length > 300 ? `${value.slice(0, 300)}…` : value} />}</div>)}</td>
    </tr>
  );
}

export function AuditView() {
  const { params } = usePlace();
  const before = /^\d+$/.test(params.get('before') ?? '') ? params.get('before') : undefined, type = params.get('type') ?? '';
  const { value, error, reload } = useLoaded(`${before} ${type}`, (signal) => ask<{ events: Signed[] }>('/audit/events', { query: { before, type, limit: pageSize }, signal }), true);
  const last = value?.events.at(-1);
  return (
    <>
      <h1>Audit</h1>
      <p class="soft lead">Whatever deletes or merges memories writes a signed event. Events name ids, never texts.</p>
      <Verification />
      <div class="search-line in-page">
        <label class="inline">Type <select value={type} onChange={(event) => change({ type: event.currentTarget.value, before: undefined })}><option value="">all</option>{(types.includes(type) || type === '' ? types : [type, ...types]).map((each) => <option key={each} value={each}>{visible(each.replaceAll('_', ' '))}</option>)}</select></label>
        {before !== undefined && <button onClick={() => change({ before: undefined })}>Newest</button>}
      </div>
      {error ? <Problem error={error} what="signed events" retry={reload} />
        : !value ? <Loading what="events" />
        : value.events.length === 0 ? <Empty title="No events"><p>Nothing was deleted, forgotten or merged{type === '' ? ' yet' : ' of this type'}.</p></Empty>
        : (
          <div class="wide" tabIndex={0} role="region" aria-label="Signed events">
            <table class="events">
              <thead><tr><th scope="col" class="number">Number</th><th scope="col">When</th><th scope="col">What</th><th scope="col">To what</th></tr></thead>
              <tbody>{value.events.map((each) => <Row key={each.sequence} event={each} />)}</tbody>
            </table>
          </div>
        )}
      {last && value && value.events.length === pageSize && last.sequence > 1 && <p><button onClick={() => change({ before: last.sequence })}>Older ones</button></p>}
    </>
  );
}
