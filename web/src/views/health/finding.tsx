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
  index: { words: string; ranking: string; vectors: string };
  embedding?: { usable: boolean; reason?: string };
  llm: { configured: boolean; usable: boolean; model?: string; reason?: string };
}

const pause = 3000, recent = 12_000, maxUnchanged = 10; // looks in a row

interface Waiting {
  readonly number?: number;
  readonly look: () => void;
}

// Looks again while memories wait, as long as somebody can see it and the number changes. True: fewer wait than a moment ago,
// whoever makes their vectors, another process too.
function useFewer({ number, look }: Waiting): boolean {
  const seen = useRef({ number, same: 0, fewerAt: -Infinity });
  useEffect(() => {
    if (number === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.hidden || seen.current.same >= maxUnchanged) return;
      seen.current.same += 1;
      look();
    }, pause);
    return () => clearInterval(timer);
  }, [number === undefined, look]);
  const now = performance.now();
  if (seen.current.number !== number)
    seen.current = { number, same: 0, fewerAt: (number ?? Infinity) < (seen.current.number ?? -Infinity) ? now : seen.current.fewerAt };
  return now - seen.current.fewerAt < recent;
}

function waitingOf(number: number, fewer: boolean, { embedding }: Capabilities): string {
  const who = count(number, 'memory', 'memories');
  if (fewer) return `${who}; their vectors are being made`;
  if (embedding && !embedding.usable) return `${who}${embedding.reason === undefined ? '' : `: ${embedding.reason}`}`;
  return `${who}; a server that runs makes their vectors, and so does “ai-memory backfill”`;
}

export function Finding({ waiting }: { waiting: Waiting }) {
  const { value: able, error, reload } = useLoaded('capabilities', (signal) => ask<Capabilities>('/capabilities', { signal }));
  const fewer = useFewer(waiting);
  if (error) return <Problem error={error} what="capabilities" retry={reload} />;
  const facts = (of: Capabilities): (readonly [string, string])[] => [
    ['Version', of.version],
    ['Feature tier', of.tier],
    ['Words', of.index.words],
    ['Ranking', of.index.ranking],
    ['Meaning', of.index.vectors],
    ...(waiting.number === undefined ? [] : [['Waiting for a vector', waitingOf(waiting.number, fewer, of)] as const]),
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
