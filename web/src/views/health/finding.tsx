// By what memories are found, which of them wait for a vector, and whether somebody makes it.
import { useEffect, useRef } from 'preact/hooks';
import { ask } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { count } from '../../text.ts';
import { Line } from '../../parts/texts.tsx';
import { Loading, Problem } from '../../parts/states.tsx';

interface Capabilities {
  tier: string;
  version: string;
  models: { embedding: string; embedding_dim: number; llm: string };
  // `waiting` is absent where none do.
  index: { words: string; ranking: string; vectors: string; waiting?: number };
  llm: { configured: boolean; usable: boolean; model?: string; reason?: string };
}

const pause = 2000, recent = 10_000;

// Whoever makes them, another process too: fewer wait than a moment ago.
function useFewer(waiting: number | undefined): boolean {
  const seen = useRef({ waiting, fewerAt: -Infinity });
  const now = performance.now();
  if (waiting !== undefined && seen.current.waiting !== waiting) {
    const fewer = waiting < (seen.current.waiting ?? -Infinity);
    seen.current = { waiting, fewerAt: fewer ? now : seen.current.fewerAt };
  }
  return now - seen.current.fewerAt < recent;
}

function waitingOf({ vectors, waiting }: Capabilities['index'], fewer: boolean): string {
  if (waiting === undefined) return vectors === 'none' ? 'none are made; memories are found by words' : 'none';
  const who = count(waiting, 'memory', 'memories');
  return fewer ? `${who}; their vectors are being made` : `${who}; a server that runs makes their vectors, “ai-memory backfill” does at once`;
}

export function Finding() {
  const { value: able, error, reload } = useLoaded('capabilities', (signal) => ask<Capabilities>('/capabilities', { signal }));
  const fewer = useFewer(able?.index.waiting);
  const some = able?.index.waiting !== undefined;
  useEffect(() => {
    if (!some) return undefined;
    const timer = setTimeout(reload, pause);
    return () => clearTimeout(timer);
  }, [able]);
  if (error) return <Problem error={error} what="capabilities" retry={reload} />;
  const facts = (of: Capabilities): (readonly [string, string])[] => [
    ['Version', of.version],
    ['Feature tier', of.tier],
    ['Words', of.index.words],
    ['Ranking', of.index.ranking],
    ['Meaning', of.index.vectors],
    ['Waiting for a vector', waitingOf(of.index, fewer)],
    ['Embedding model', of.models.embedding === 'none' ? 'none; “ai-memory model get all-MiniLM-L6-v2” obtains one' : `${of.models.embedding}, ${of.models.embedding_dim} dimensions`],
    ['Language model', of.llm.usable ? of.llm.model ?? of.models.llm : `none in use${of.llm.reason === undefined ? '' : `: ${of.llm.reason}`}`],
  ];
  return (
    <section class="card" aria-label="How memories are found">
      <h2>How memories are found</h2>
      {able ? <dl class="facts">{facts(able).map(([name, value]) => <div key={name}><dt>{name}</dt><dd><Line text={value} /></dd></div>)}</dl> : <Loading what="how memories are found" />}
    </section>
  );
}
