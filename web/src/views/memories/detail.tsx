// One memory in full: its text, what it is linked to, how it was used and where it came from.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask, pathOf } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { isTyping, useKeys } from '../../keys.ts';
import { change } from '../../navigation.ts';
import { linkTo } from '../../place.ts';
import { complain, notify } from '../../notices.tsx';
import { remove, undo, update } from '../../actions.ts';
import { draftOfOther, keptDraft } from '../../drafts.ts';
import { excerpt, moment } from '../../text.ts';
import { Age, Line, Prose, Tags, Tier } from '../../parts/texts.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { MemoryForm } from './form.tsx';
import { Links } from './links.tsx';
import { History, Origins, Uses } from './trail.tsx';
import type { Link, Memory } from '../../types.ts';

interface Props {
  readonly id: string;
  readonly asOf: string; // the day that it is shown of; empty: now
  readonly editing: boolean;
  readonly round: number; // the list's; another one: something may have changed
  readonly onClose: () => void;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
  readonly onRestored: () => void;
  readonly onPut: (memory: Memory) => void;
}

function TagEditor({ memory, onPut }: { memory: Memory; onPut: (memory: Memory) => void }) {
  const [text, setText] = useState('');
  const save = (tags: string[]) => update(memory.id, { tags }).then(onPut, complain);
  return (
    <div class="tags">
      {memory.tags.map((tag) => (
        <span class="tag" key={tag}>
          <Line text={tag} />
          <button aria-label={`Remove the tag ${excerpt(tag, 40)}`} onClick={() => void save(memory.tags.filter((each) => each !== tag))}>×</button>
        </span>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const tag = text.trim();
          if (tag !== '' && !memory.tags.includes(tag)) void save([...memory.tags, tag]);
          setText('');
        }}
      >
        <input class="tag-input" aria-label="Add a tag" placeholder="+ tag" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </form>
    </div>
  );
}

function Facts({ memory }: { memory: Memory }) {
  const agent = memory.metadata['agent_id'];
  const facts: (readonly [string, string])[] = [
    ['Priority', `${memory.priority} of 10`],
    ['Confidence', `${Math.round(memory.confidence * 100)} %`],
    ['Source', memory.source],
    ['Stored', moment(memory.created_at)],
    ['Changed', moment(memory.updated_at)],
    ['Recalled', memory.access_count === 1 ? 'once' : `${memory.access_count} times`],
    ['Kept', memory.expires_at === undefined ? 'forever' : `until ${moment(memory.expires_at)}`],
    ...(typeof agent === 'string' ? [['Agent', agent] as const] : []),
    ['Id', memory.id.slice(0, 8)],
  ];
  const metadata = Object.entries(memory.metadata);
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd><Line text={value} /></dd></div>)}
      </dl>
      {metadata.length > 0 && (
        <details>
          <summary>Metadata</summary>
          <Prose className="prose mono" text={JSON.stringify(memory.metadata, null, 2)} />
        </details>
      )}
    </>
  );
}

export function Detail({ id, asOf, editing, round, onClose, onChanged, onRemoved, onRestored, onPut }: Props) {
  const { value, error, reload } = useLoaded(id, (signal) => ask<{ memory: Memory; links: Link[] }>(pathOf('memories', id), { query: { as_of: asOf }, signal }));
  const seen = useRef(round);
  useEffect(() => {
    if (seen.current === round || editing) return;
    seen.current = round;
    reload();
  }, [round, editing]);
  const heading = useRef<HTMLHeadingElement>(null);
  const memory = value?.memory;
  const there = memory !== undefined;
  // The text takes the focus when it is there, unless the reader has gone elsewhere meanwhile: then keys are not for it.
  const opener = useRef(document.activeElement);
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (there && !editing && (at === opener.current || at === null || at.matches('body, main')) && !isTyping(at)) heading.current?.focus();
  }, [there, editing]);

  const put = (changed: Memory) => {
    onPut(changed);
    reload();
    onChanged();
  };
  const erase = () => {
    if (!memory) return;
    remove(memory.id).then(() => {
      onRemoved();
      notify(`Deleted “${excerpt(memory.title, 60)}”`, () => void undo(memory.id).then(() => (notify('It is back'), onRestored()), complain));
    }, complain);
  };
  useKeys(editing || !memory || asOf !== '' ? {} : { e: () => change({ edit: 1 }), Delete: erase });

  if (error && !value) {
    return (
      <article class="detail">
        <button class="plain close" aria-label="Close" onClick={onClose}>×</button>
        <Problem error={error} what="memories" retry={reload} />
      </article>
    );
  }
  if (!memory) return <article class="detail"><Loading what="the memory" /></article>;
  if (editing) {
    return <MemoryForm memory={memory} onDone={(saved) => (change({ edit: undefined }, true), saved !== undefined && (reload(), onChanged()))} onUndone={() => (reload(), onChanged())} />;
  }
  return (
    <article class="detail" aria-labelledby="memory-title">
      <header>
        <p class="row-facts"><Tier tier={memory.tier} /><span class="namespace"><Line text={memory.namespace} /></span><Age time={memory.updated_at} /></p>
        <button class="plain close" aria-label="Close" onClick={onClose}>×</button>
        <h2 id="memory-title" ref={heading} tabIndex={-1}><Line text={memory.title} /></h2>
      </header>
      {asOf === '' && <div class="actions">
        <button onClick={() => change({ edit: 1 })}>Edit</button>
        {memory.expires_at !== undefined && <button onClick={() => void update(memory.id, { tier: 'long', expires_at: '' }).then(put).then(() => notify('Kept forever', () => void undo(memory.id).then(() => (reload(), onChanged()), complain)), complain)}>Keep forever</button>}
        <button onClick={() => void navigator.clipboard.writeText(memory.content).then(() => notify('Copied the text'), complain)}>Copy</button>
        <a class="button" href={linkTo('memories', { q: `${memory.title} ${excerpt(memory.content, 200)}`, weak: 1, open: memory.id })}>Similar</a>
        <a class="button" href={linkTo('why', { q: memory.title, expect: memory.id })}>Explain</a>
        <a class="button" href={linkTo('graph', { id: memory.id })}>Graph</a>
        <button class="danger" onClick={erase}>Delete</button>
      </div>}
      {memory.superseded_by !== undefined && <p class="note">Another memory holds in its place: <a href={linkTo('memories', { open: memory.superseded_by })}>open it</a>.</p>}
      {memory.contradicted_by !== undefined && <p class="note">Another memory contradicts it: <a href={linkTo('memories', { open: memory.contradicted_by })}>open it</a>, or <a href={linkTo('review', { kind: 'contradiction' })}>settle it in Review</a>.</p>}
      {asOf === '' && (keptDraft(memory.id) ?? draftOfOther(memory.id)) && <p class="note">You have changes that are not saved. <button class="plain" onClick={() => change({ edit: 1 })}>Continue editing</button></p>}
      <Markdown text={memory.content} />
      {asOf === '' ? <TagEditor memory={memory} onPut={put} /> : <p class="row-facts wrap"><Tags tags={memory.tags} /></p>}
      <Facts memory={memory} />
      <Links id={memory.id} asOf={asOf} links={value.links} onChanged={reload} />
      {asOf === '' ? (
        <>
          <History id={memory.id} updated={memory.updated_at} onRestored={() => (reload(), onChanged())} />
          <Uses id={memory.id} />
          <Origins id={memory.id} />
        </>
      ) : <p><a href={linkTo('graph', { id: memory.id, as_of: asOf })}>Graph</a> <a href={linkTo('memories', { open: memory.id })}>As it is now</a></p>}
    </article>
  );
}
