// What is shown in place of content: nothing there, still loading, went wrong.
import type { ComponentChildren } from 'preact';
import type { Failed } from '../api.ts';
import { Sentence } from './texts.tsx';

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Loading({ what }: { what: string }) {
  return <p class="loading" aria-busy="true">Loading {what} …</p>;
}

export function Problem({ error, what, retry }: { error: Failed; what: string; retry?: () => void }) {
  if (error.lacking) {
    return <Empty title="This server lacks it"><p>It has no operation for {what}. A newer ai-memory does.</p></Empty>;
  }
  return (
    <div class="problem" role="alert">
      <p><Sentence text={error.message} /></p>
      {retry && <button onClick={retry}>Try again</button>}
    </div>
  );
}
