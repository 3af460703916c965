// L9: a prompt as it would reach a hook, and exactly the text that would be given to the assistant.
import { useState } from 'preact/hooks';
import { ask, sentenceOf } from '../api.ts';
import { useLoaded } from '../loading.ts';
import { change, usePlace } from '../navigation.ts';
import { linkTo } from '../place.ts';
import { count, excerpt, visible } from '../text.ts';
import { Line } from '../parts/texts.tsx';
import { NamespaceChoice, useNamespaces } from '../parts/namespace_choice.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';

interface Preview {
  inject: boolean;
  text: string;
  tokens: number;
  memories: { id: string; title: string; score?: number }[];
  reason: string;
}

function Injected({ prompt, namespace }: { prompt: string; namespace: string }) {
  const body = { prompt, ...(namespace === '' ? {} : { namespace }) };
  const { value, error, reload } = useLoaded(JSON.stringify(body), (signal) => ask<Preview>('/hook-preview', { method: 'POST', body, signal }), true);
  if (error) return <Problem error={error} what="showing what a hook would inject" retry={reload} />;
  if (!value) return <Loading what="what would be injected" />;
  return (
    <section aria-label="What would be injected" aria-live="polite">
      <p class={value.inject ? 'verdict good' : 'verdict'}>{value.inject ? `${count(value.tokens, 'token')} would be injected.` : 'Nothing would be injected.'} <Line text={value.reason === '' ? '' : sentenceOf(value.reason)} /></p>
      {value.text !== '' && <pre class="injected" tabIndex={0} aria-label="The text, exactly">{visible(value.text, true)}</pre>}
      {value.memories.length > 0 && (
        <ol class="plain-list">
          {value.memories.map((each) => (
            <li key={each.id} class="use-row">{each.score !== undefined && <span class="score">{each.score.toFixed(2)}</span>}<a href={linkTo('memories', { open: each.id })}><Line text={excerpt(each.title, 120)} /></a></li>
          ))}
        </ol>
      )}
      <p><a href={linkTo('why', { q: prompt, namespace })}>{value.inject ? 'Why these' : 'What each memory scores'}</a></p>
    </section>
  );
}

export function PlaygroundView() {
  const { params } = usePlace();
  const prompt = params.get('prompt') ?? '', namespace = params.get('namespace') ?? '';
  const [text, setText] = useState(prompt);
  const [place, setPlace] = useState(namespace);
  const spaces = useNamespaces();
  const chosen = place !== '' ? place : spaces.find((each) => each !== 'global') ?? spaces[0] ?? 'global';
  return (
    <>
      <h1>Prompt preview</h1>
      <p class="soft lead">Type a prompt as you would to an assistant. Below is, word by word, what the hook of a project in this namespace would add to it.</p>
      <form
        class="playground"
        onSubmit={(event) => {
          event.preventDefault();
          change({ prompt: text.trim(), namespace: chosen });
        }}
      >
        <label>Prompt
          <textarea
            data-search
            dir="auto"
            rows={4}
            maxLength={4000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && event.currentTarget.form?.requestSubmit()}
          />
        </label>
        <div class="search-line in-page">
          <NamespaceChoice value={chosen} all={false} onChange={(name) => (setPlace(name), prompt !== '' && change({ namespace: name }))} />
          <button class="main">Show what is injected</button>
        </div>
      </form>
      {prompt === '' ? <Empty title="No prompt yet"><p>For example: “When do deploys go out?”</p></Empty> : <Injected prompt={prompt} namespace={namespace !== '' ? namespace : chosen} />}
    </>
  );
}
