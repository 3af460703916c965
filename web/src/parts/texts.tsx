// Texts of memories on the page: always text, never markup, and kept within their own direction of writing.
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
