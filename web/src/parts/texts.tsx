// Texts of memories on the page: always text, never markup, and kept within their own direction of writing.
import { linkTo } from '../place.ts';
import { pieces, visible, age, moment } from '../text.ts';

export function Line({ text }: { text: string }) {
  return <bdi class="line">{visible(text)}</bdi>;
}

export function Prose({ text, className = 'prose' }: { text: string; className?: string }) {
  return (
    <div class={className} dir="auto">
      {pieces(text).map((piece, i) => {
        const shown = visible(piece.text, true);
        return piece.href === undefined ? shown : <a key={i} href={piece.href} target="_blank" rel="noopener noreferrer">{shown}</a>;
      })}
    </div>
  );
}

// A sentence of the server: ids in it lead to their memories.
export function Sentence({ text }: { text: string }) {
  return <>{text.split(/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/).map((each, i) => (i % 2 === 1 ? <a key={i} href={linkTo('memories', { open: each })}>{each.slice(0, 8)}</a> : each))}</>;
}

export function Age({ time }: { time: string | undefined }) {
  if (time === undefined) return null;
  return <time dateTime={visible(time)} title={moment(time)}>{age(time, Date.now())}</time>;
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <>
      {tags.map((each) => <span class="tag" key={each}><Line text={each} /></span>)}
    </>
  );
}

export function Tier({ tier }: { tier: string }) {
  return <span class={`tier tier-${tier === 'long' ? 'long' : tier === 'short' ? 'short' : 'mid'}`}>{visible(tier)}</span>;
}
