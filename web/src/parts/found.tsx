// A text with the words of a question marked.
import { matched } from '../highlight.ts';

export function Found({ text, question }: { text: string; question: string }) {
  return <bdi class="line">{matched(text, question).map((each, i) => (each.only ? <mark key={i}>{each.text}</mark> : each.text))}</bdi>;
}
