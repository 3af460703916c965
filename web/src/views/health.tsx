// L7: how the database grows, how long calls take, what finds memories, and whether all of it is sound.
import { ask } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { bytes, figure, milliseconds, visible, moment } from '../text.ts';
import { Loading, Problem } from '../parts/states.tsx';
import { Checks } from './health/checks.tsx';
import { Clients, type Client } from './health/clients.tsx';
import { Curve } from './health/curve.tsx';
import { Finding } from './health/finding.tsx';
import { Installed } from './health/installed.tsx';

interface Stats {
  total: number;
  reflections_count: number;
  expiring_soon: number;
  links_count: number;
  db_size_bytes: number;
  // Absent: none were ever kept.
  transcripts?: number;
  transcript_turns?: number;
  events_count: number;
  // Absent: none do, or nobody knows.
  waiting_for_vector?: number;
}
interface Series {
  days: { day: string; memories?: number; stored?: number; recalls?: number; p50_ms?: number; p95_ms?: number }[];
  doors: { door: string; calls: number; p50_ms?: number; p95_ms?: number; tokens?: number }[];
  clients?: Client[];
}

function Tiles({ stats }: { stats: Stats }) {
  const tiles: (readonly [string, string])[] = [
    ['Memories', figure(stats.total)],
    ['Links', figure(stats.links_count)],
    ['Reflections', figure(stats.reflections_count)],
    ['End within an hour', figure(stats.expiring_soon)],
    ['Conversations', figure(stats.transcripts ?? 0)],
    ['Turns in them', figure(stats.transcript_turns ?? 0)],
    ['Signed events', figure(stats.events_count)],
    ['Database', bytes(stats.db_size_bytes)],
  ];
  return <dl class="tiles">{tiles.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}

function Doors({ doors }: { doors: Series['doors'] }) {
  if (doors.length === 0) return null;
  return (
    <section class="card" aria-label="Calls by source">
      <h2>Calls by source</h2>
      <div class="wide" tabIndex={0} role="region" aria-label="Calls by source, as a table">
        <table>
          <thead><tr><th scope="col">Source</th><th scope="col" class="number">Calls</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">Tokens</th></tr></thead>
          <tbody>
            {doors.map((each) => (
              <tr key={each.door}>
                <td>{visible(each.door)}</td>
                <td class="number">{figure(each.calls)}</td>
                <td class="number">{milliseconds(each.p50_ms)}</td>
                <td class="number">{milliseconds(each.p95_ms)}</td>
                <td class="number">{each.tokens === undefined ? '–' : figure(each.tokens)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const spans = ['7', '30', '90', '365'];

function Growth({ days }: { days: string }) {
  const { value, error, reload } = useLoaded(days, (signal) => ask<Series>('/series', { query: { days }, signal }), true);
  if (error) return <Problem error={error} what="growth and latencies" retry={reload} />;
  if (!value) return <Loading what="the curves" />;
  const times = value.days.map((each) => Date.parse(`${each.day}T00:00:00Z`) / 1000);
  const of = (name: 'memories' | 'stored' | 'recalls' | 'p50_ms' | 'p95_ms') => value.days.map((each) => each[name] ?? null);
  return (
    <>
      <div class="two">
        <Curve title="Memories" times={times} lines={[{ name: 'Memories', values: of('memories'), hue: 1 }]} />
        <Curve title="Per day" times={times} lines={[{ name: 'Stored', values: of('stored'), hue: 2 }, { name: 'Recalls', values: of('recalls'), hue: 3 }]} />
        <Curve title="Recall latency, ms" times={times} lines={[{ name: 'p50', values: of('p50_ms'), hue: 5 }, { name: 'p95', values: of('p95_ms'), hue: 6 }]} />
        <Doors doors={value.doors} />
      </div>
      <Clients clients={value.clients ?? []} />
    </>
  );
}

export function HealthView() {
  const { params } = usePlace();
  const days = spans.find((each) => each === params.get('days')) ?? '30';
  const stats = useLoaded('stats', (signal) => ask<Stats>('/stats', { signal }));
  return (
    <>
      <h1>Health</h1>
      <p class="soft lead">As of {moment(new Date().toISOString())}.</p>
      {stats.error ? <Problem error={stats.error} what="statistics" retry={stats.reload} /> : stats.value ? <Tiles stats={stats.value} /> : <Loading what="the figures" />}
      <div class="tabs" role="group" aria-label="Days">
        {spans.map((each) => <button key={each} aria-pressed={each === days} onClick={() => change({ days: each === '30' ? undefined : each })}>{each} days</button>)}
      </div>
      <Growth days={days} />
      <Installed />
      <div class="two">
        <Checks />
        <Finding waiting={{ number: stats.value?.waiting_for_vector, look: stats.reload }} />
      </div>
    </>
  );
}
