// A text with the words marked that another one lacks.
import type { Part } from '../diff.ts';
import { visible } from '../text.ts';

export function Marked({ parts, side }: { parts: readonly Part[]; side: 'del' | 'ins' }) {
  const Mark = side;
  return (
    <div class="prose" dir="auto">
      {parts.map((each, i) => (each.only ? <Mark key={i}>{visible(each.text, true)}</Mark> : visible(each.text, true)))}
    </div>
  );
}
