// The memories of a conversation, shown in it: a view of what a tool of this server has answered (MCP Apps).
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/memories.css';
import '../styles/views.css';
import './app.css';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { visible } from '../text.ts';
import type { Memory, Recalled } from '../types.ts';
import { call, callsTools, meet, openLink, textOf, valueOf, type ToolResult } from './host.ts';
import { One, Results, Two, type Shown } from './views.tsx';

interface Reviewed {
  readonly items: readonly { readonly item: string; readonly memories: readonly Memory[] }[];
}
type Answer = Partial<Recalled> & Partial<Reviewed> & Partial<Memory>;

// The model gets the rows of a recall as text; the view asks for the same with the reasons.
async function whole(tool: string, args: Record<string, unknown>, result: ToolResult): Promise<Answer | undefined> {
  const value = valueOf<Answer>(result);
  if (value || result.isError || !callsTools()) return value;
  if (tool === 'memory_recall' || 'context' in args || 'query' in args) return call<Answer>('memory_recall', { ...args, format: 'json', explain: true }).catch(() => undefined);
  return undefined;
}

function Answered({ answer, onOpen }: { answer: Answer; onOpen: (shown: Shown) => void }) {
  const [at, setAt] = useState(0); // the pair that is shown
  if (answer.items) {
    const pairs = answer.items.filter((each) => each.memories.length === 2);
    const pair = pairs[at];
    if (!pair) return <h1>Nothing more to settle</h1>;
    return (
      <>
        <Two key={pair.item} ids={[pair.memories[0]!.id, pair.memories[1]!.id]} known={pair.memories} />
        <p><span class="soft">{at + 1} of {pairs.length}</span> <button onClick={() => setAt(at + 1)}>{at + 1 < pairs.length ? 'Next pair' : 'Done'}</button></p>
      </>
    );
  }
  if (answer.id !== undefined && answer.content !== undefined) return <One id={answer.id} known={answer as Memory} />;
  if (answer.memories) return <Results found={answer as Recalled} onOpen={onOpen} />;
  return <p class="soft">Nothing to show.</p>;
}

function App() {
  const [args, setArgs] = useState<Record<string, unknown>>({});
  const [tool, setTool] = useState('');
  const [result, setResult] = useState<ToolResult | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [told, setTold] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    void meet({
      context: ({ theme, toolInfo }) => {
        if (theme) document.documentElement.dataset['theme'] = theme;
        if (toolInfo?.tool?.name) setTool(toolInfo.tool.name);
      },
      input: setArgs,
      result: setResult,
      cancelled: () => setTold('The call was cancelled.'),
    }).catch((error: Error) => setTold(error.message));
    // Links lead out of the chat: its program opens them.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link) (event.preventDefault(), openLink(link.href));
    };
    addEventListener('click', follow);
    return () => removeEventListener('click', follow);
  }, []);
  useEffect(() => {
    if (!result) return;
    setShown(null);
    void whole(tool, args, result).then((value) => (value ? setAnswer(value) : setTold(textOf(result))));
  }, [result]);
  if (shown) {
    return (
      <>
        <button class="plain" onClick={() => setShown(null)}>← Back</button>
        {shown.what === 'one' ? <One id={shown.id} /> : <Two ids={shown.ids} />}
      </>
    );
  }
  if (answer) return <Answered answer={answer} onOpen={setShown} />;
  return told === '' ? <p class="loading" aria-busy="true">Waiting for memories …</p> : <pre>{visible(told, true)}</pre>;
}

render(<App />, document.getElementById('app')!);
