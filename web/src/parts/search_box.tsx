// Where one types what to look for; what was typed is asked for a moment later, and Escape leaves.
import { useEffect, useRef, useState } from 'preact/hooks';
import { isQuestion, pauseOf } from '../typing.ts';

interface Props {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly busy?: boolean;
}

export function SearchBox({ value, label, placeholder, onChange, busy = false }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (value !== sent.current) setText((sent.current = value));
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (now: string) => {
    clearTimeout(timer.current);
    if (now.trim() === sent.current.trim()) return;
    sent.current = now.trim();
    onChange(now.trim());
  };
  return (
    <div class="search" role="search">
      <input
        ref={input}
        data-search
        type="search"
        aria-label={label}
        aria-busy={busy}
        placeholder={placeholder}
        maxLength={4000}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          const now = event.currentTarget.value;
          setText(now);
          clearTimeout(timer.current);
          const pause = pauseOf(now, busy), ask = () => send(isQuestion(now) ? now : '');
          // A timer of no time would run after the next picture.
          if (pause === 0) ask();
          else timer.current = setTimeout(ask, pause);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(text);
          if (event.key === 'Escape') {
            event.stopPropagation();
            if (text !== '') (setText(''), send(''));
            else input.current?.blur();
          }
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.virtual a')?.focus();
        }}
      />
      <kbd class="hint" aria-hidden="true">/</kbd>
    </div>
  );
}
