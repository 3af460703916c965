// The frame around the views: where one can go, whether the server is there, help and the palette.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { ask, onServer } from './api.ts';
import { useKeys } from './keys.ts';
import { usePlace } from './navigation.ts';
import { linkTo, mainViews, titleOf, toolViews, type View } from './place.ts';
import { Notices } from './notices.tsx';
import { Help } from './help.tsx';
import { Palette } from './palette.tsx';
import { Drop } from './parts/drop.tsx';
import { ThemeChoice } from './parts/theme_choice.tsx';
import { Memories } from './views/memories.tsx';
import { useLoaded } from './loading.ts';
import { Loading } from './parts/states.tsx';

// Memories is what people come for; the rest is loaded when it is first looked at.
const parts: Readonly<Record<Exclude<View, 'memories'>, () => Promise<ComponentType>>> = {
  why: () => import('./views/why.tsx').then((each) => each.WhyView),
  live: () => import('./views/live.tsx').then((each) => each.LiveView),
  review: () => import('./views/review.tsx').then((each) => each.ReviewView),
  sessions: () => import('./views/sessions.tsx').then((each) => each.SessionsView),
  graph: () => import('./views/graph.tsx').then((each) => each.GraphView),
  health: () => import('./views/health.tsx').then((each) => each.HealthView),
  playground: () => import('./views/playground.tsx').then((each) => each.PlaygroundView),
  timeline: () => import('./views/timeline.tsx').then((each) => each.TimelineView),
  archive: () => import('./views/archive.tsx').then((each) => each.ArchiveView),
  settings: () => import('./views/settings.tsx').then((each) => each.SettingsView),
  audit: () => import('./views/audit.tsx').then((each) => each.AuditView),
};

function useView(view: View): ComponentType | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<ReadonlyMap<View, ComponentType | 'failed'>>(new Map([['memories', Memories]]));
  useEffect(() => {
    if (view === 'memories' || (loaded.has(view) && loaded.get(view) !== 'failed')) return;
    const keep = (part: ComponentType | 'failed') => setLoaded((old) => new Map(old).set(view, part));
    parts[view]().then(keep, () => keep('failed'));
  }, [view]);
  return loaded.get(view) ?? 'loading';
}

function useServer(): boolean {
  const [there, setThere] = useState(true);
  useEffect(() => onServer(setThere), []);
  return there;
}

// How much there is to review, but near duplicates: to count those, memories are compared.
function useOpenItems(view: View): number {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 1500); // nobody waits for it
    return () => clearTimeout(timer);
  }, []);
  const { value, reload } = useLoaded(late ? `items ${view}` : null, (signal) => ask<{ counts: Record<string, number> }>('/review', { query: { kind: 'expiring', limit: 1 }, signal }), true);
  useEffect(() => {
    addEventListener('settled', reload);
    return () => removeEventListener('settled', reload);
  }, [reload]);
  const counts = value?.counts ?? {};
  return (counts['contradiction'] ?? 0) + (counts['unconfirmed'] ?? 0);
}

function Links({ views, current, badge = 0 }: { views: readonly View[]; current: View; badge?: number }) {
  return (
    <ul>
      {views.map((view) => (
        <li key={view}>
          <a href={linkTo(view)} aria-current={view === current ? 'page' : undefined}>{titleOf(view)}</a>
          {view === 'review' && badge > 0 && <span class="count" title={`${badge} to review`}>{badge >= 100 ? '99+' : badge}</span>}
        </li>
      ))}
    </ul>
  );
}

// Which database this is, and which program.
function Which() {
  const { value } = useLoaded('capabilities', (signal) => ask<{ version: string; database?: string; encrypted?: boolean }>('/capabilities', { signal }));
  if (!value) return null;
  return <p class="soft">{value.database !== undefined && <><span title={value.database}>{value.database.replace(/^.*\/(?=.)/, '')}</span>{value.encrypted ? ', encrypted' : ', not encrypted'}<br /></>}ai-memory {value.version}</p>;
}

// A menu of links; it closes when one is followed, or a click is elsewhere.
function Tools({ current }: { current: View }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => menu.current?.removeAttribute('open');
  useEffect(close, [current]);
  useEffect(() => {
    const outside = (event: Event) => event.target instanceof Node && !menu.current?.contains(event.target) && close();
    addEventListener('click', outside);
    return () => removeEventListener('click', outside);
  }, []);
  const tool = toolViews.some((each) => each === current);
  return (
    <details class="tools" ref={menu} onToggle={(event) => setOpen(event.currentTarget.open)} onKeyDown={(event) => event.key === 'Escape' && (close(), menu.current?.querySelector('summary')?.focus())}>
      <summary class={tool ? 'current' : ''}>Tools</summary>
      <div>
        <Links views={toolViews} current={current} />
        {open && <Which />}
      </div>
    </details>
  );
}

export function App() {
  const place = usePlace();
  const there = useServer();
  const [open, setOpen] = useState<'help' | 'palette' | null>(null);
  const main = useRef<HTMLElement>(null);
  const before = useRef(place.view);
  const Part = useView(place.view);
  const openItems = useOpenItems(place.view);

  useKeys({
    '?': () => setOpen('help'),
    'Ctrl-K': () => setOpen((old) => (old === 'palette' ? null : 'palette')),
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
  });
  // At once: a key that comes next may move the focus, and is not to lose it again.
  useLayoutEffect(() => {
    document.title = `${titleOf(place.view)} · ai-memory`;
    if (before.current !== place.view) main.current?.focus();
    before.current = place.view;
  }, [place.view]);

  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>To the content</a>
      <header class="bar">
        <a class="brand" href={linkTo('memories')}>ai-memory</a>
        <nav aria-label="Views">
          <Links views={mainViews} current={place.view} badge={openItems} />
          <Tools current={place.view} />
        </nav>
        <div class="bar-end">
          <button class="plain" onClick={() => setOpen('palette')} title="Commands (Ctrl K)">Commands</button>
          <button class="plain" onClick={() => setOpen('help')} aria-label="Help" title="Help (?)">?</button>
          <ThemeChoice />
        </div>
      </header>
      {!there && (
        <div class="gone" role="alert">
          The server does not answer. Start it with <code>ai-memory serve</code>; this page goes on by itself then.
        </div>
      )}
      <main id="main" ref={main} tabIndex={-1} class={`view-${place.view}`}>
        {Part === 'loading' ? <Loading what={titleOf(place.view).toLowerCase()} />
          : Part === 'failed' ? <div class="problem" role="alert"><p>This part of the page could not be loaded.</p><button onClick={() => location.reload()}>Load the page again</button></div>
          : <Part />}
      </main>
      <Notices />
      <Drop />
      {open === 'help' && <Help onClose={() => setOpen(null)} />}
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
    </>
  );
}
