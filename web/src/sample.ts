// Invented memories, to look around before there are real ones.

export const sampleSpace = 'sample';

const texts: readonly (readonly [string, string, string, number])[] = [
  ['Release day', 'Releases go out on **Wednesdays**, after the smoke test. Never before a holiday.', 'release', 8],
  ['Database of the shop', 'PostgreSQL 16; migrations are files in `db/migrations`, applied by the pipeline.', 'infra', 9],
  ['Why we left the queue', 'Jobs moved from a broker to a table with SKIP LOCKED: one service less to run.', 'decision', 7],
  ['Retries of payments', 'Three times with jitter; a refusal of the card is never retried.', 'payments', 7],
  ['Answers', 'Prefers the command first and the reason after it.', 'preference', 8],
  ['Branches', 'feature/, fix/ and chore/, followed by the number of the ticket.', 'process', 5],
  ['Flaky test', 'cart_total fails when the clock passes midnight; freeze the time in its setup.', 'test', 5],
  ['Staging', 'Rebuilt every night at 02:00 from an anonymised copy.', 'infra', 6],
  ['Colours', 'Errors are #b3261e; the brand blue is never used for them.', 'design', 4],
  ['Code review', 'Two approvals below src/ledger, one for the rest.', 'process', 6],
  ['Logs', 'Kept for 30 days. Order numbers may be logged, names may not.', 'privacy', 8],
  ['Next step', 'The importer reads CSV; what is missing is a preview before it writes.', 'todo', 5],
];

export const sampleMemories = texts.map(([title, content, tag, priority]) => ({ title, content, tags: [tag], priority, namespace: sampleSpace, tier: 'long', source: 'user' }));
