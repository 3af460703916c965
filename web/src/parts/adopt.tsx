// Sessions and memories that other programs keep on this machine: a list of them, and a button that takes them in and counts.
import { useRef, useState } from 'preact/hooks';
import { complain } from '../notices.tsx';
import { adopt, watchGrowth, type Adopted } from '../own.ts';
import { linkTo } from '../place.ts';
import { count } from '../text.ts';
import { Line } from './texts.tsx';

export function Adopt({ onDone }: { onDone: () => void }) {
  const [found, setFound] = useState<Adopted | null>(null);
  const [taken, setTaken] = useState<Adopted | null>(null);
  const [busy, setBusy] = useState('');
  const stop = useRef<AbortController | null>(null);
  const run = async (dry: boolean) => {
    stop.current = new AbortController();
    const of = `Taking in ${count((found?.places ?? []).reduce((all, each) => all + each.files_new, 0), 'new file')}`;
    setBusy(dry ? 'Looking …' : `${of} …`);
    const end = dry ? () => undefined : await watchGrowth((more) => setBusy(`${of}: ${more > 0 ? `${count(more, 'memory', 'memories')} so far` : 'reading …'}`));
    try {
      (dry ? setFound : setTaken)(await adopt(dry, stop.current.signal));
    } catch (error) {
      if (!stop.current.signal.aborted) complain(error);
    }
    void end();
    setBusy('');
    if (!dry) onDone();
  };
  const sum = (of: (place: Adopted['places'][number]) => number) => (taken?.places ?? []).reduce((all, each) => all + of(each), 0);
  return (
    <div role="status">
      {busy !== '' ? <p>{busy} {busy !== 'Looking …' && <button onClick={() => stop.current?.abort()}>Stop</button>}</p>
        : taken ? <p class="good">{count(sum((each) => each.conversations), 'conversation')} read, {count(sum((each) => each.memories), 'new memory', 'new memories')}. <a href={linkTo('memories', { sort: 'newest' })}>See them, newest first</a></p>
        : !found ? <button onClick={() => void run(true)}>Look on this machine</button>
        : found.places.length === 0 ? <p class="soft">No sessions or memories of other programs were found.</p>
        : (
          <>
            <ul class="plain-list">{found.places.map((each, i) => <li key={i}><Line text={each.program} /> <span class="soft">{count(each.files, 'file')}, {each.files_new} new</span></li>)}</ul>
            <button class="main" onClick={() => void run(false)}>Take them in</button> <span class="soft">and what comes later, too.</span>
          </>
        )}
    </div>
  );
}
