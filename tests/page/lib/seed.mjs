// Data of the tests and the pictures: a few memories that a small team might have, with all that hangs on them.

const texts = [
  ['Database', 'Production runs PostgreSQL 16 with pgvector. Migrations go through Flyway, never by hand.', 'billing-api', 'long', ['infra', 'database'], 9],
  ['Deploys', 'Deploys go out on Tuesdays and Thursdays, never on Fridays. The pipeline is in .ci/deploy.yml; see https://ci.example.org/billing.', 'billing-api', 'long', ['release'], 8],
  ['Deploy window', 'Deploys go out on Mondays. The release manager of the week decides about anything later.', 'billing-api', 'mid', ['release'], 5],
  ['Retry policy', 'Calls to the payment provider are retried three times with jitter; 409 is never retried.', 'billing-api', 'long', ['payments', 'reliability'], 7],
  ['Naming of branches', 'feature/, bugfix/ and chore/, followed by the number of the ticket.', 'billing-api', 'mid', ['git'], 5],
  ['Code review', 'Two approvals for anything below src/ledger; one for the rest.', 'billing-api', 'mid', ['process'], 6],
  ['Tone of answers', 'Prefers short answers with the command first and the reason after it.', 'global', 'long', ['preference'], 8],
  ['Editor', 'Uses Helix with the catppuccin theme; suggest key bindings for it, not for VS Code.', 'global', 'long', ['preference', 'tools'], 5],
  ['Flaky test', 'ledger_roundtrip fails about once in fifty runs when the clock passes midnight UTC.', 'billing-api', 'short', ['test'], 4],
  ['Staging', 'Staging is rebuilt every night at 02:00 from an anonymised copy of production.', 'billing-api', 'mid', ['infra'], 6],
  ['Frontend', 'The dashboard is Preact with signals; no component library.', 'dashboard', 'long', ['frontend'], 6],
  ['Colours', 'Brand blue is #3a4cc4; never use it for errors.', 'dashboard', 'mid', ['design'], 4],
];

// name → id, of the first `most`
export async function seed(daemon, most = texts.length) {
  const ids = new Map();
  for (const [title, content, namespace, tier, tags, priority] of texts.slice(0, most)) {
    const stored = await daemon.api('POST', '/memories', { title, content, namespace, tier, tags, priority, source: title === 'Editor' ? 'user' : 'claude', metadata: { session_id: 'session-2026-11-20' } });
    ids.set(title, stored.id);
  }
  const link = async (a, b, relation) => ids.has(a) && ids.has(b) && daemon.api('POST', '/links', { source_id: ids.get(a), target_id: ids.get(b), relation });
  await link('Deploys', 'Deploy window', 'contradicts');
  await link('Staging', 'Database', 'derived_from');
  await link('Retry policy', 'Flaky test', 'related_to');
  await link('Code review', 'Naming of branches', 'related_to');
  await link('Deploys', 'Code review', 'related_to');
  const turns = [
    ['user', 'Which database do we run in production?'],
    ['assistant', 'PostgreSQL 16 with pgvector. Migrations go through Flyway.'],
    ['user', 'And when do deploys go out? I never remember.'],
    ['assistant', 'On Tuesdays and Thursdays, never on Fridays.\n\n    git push origin release\n\nstarts the pipeline.'],
  ];
  for (const [role, content] of turns) {
    await daemon.api('POST', '/transcripts/turns', { session_id: 'session-2026-11-20', namespace: 'billing-api', role, content });
  }
  for (const question of ['which database do we use in production', 'when do deploys go out', 'how are payments retried']) {
    await daemon.api('POST', '/recall', { context: question, namespace: 'billing-api', session_id: 'session-2026-11-20' });
  }
  return ids;
}

// Many memories, quickly. Their titles end with a number of six digits.
export async function seedMany(daemon, count) {
  for (let first = 0; first < count; first += 1000) {
    const memories = [];
    for (let i = first; i < Math.min(first + 1000, count); ++i) {
      memories.push({ title: `Memory number ${String(i).padStart(6, '0')}`, content: `About subject ${i % 977} and place ${i % 89}`, namespace: `team/n${i % 40}`, tier: 'long', tags: [`t${i % 25}`] });
    }
    await daemon.api('POST', '/memories/bulk', memories);
  }
}

// The reply about a memory with so many around it.
export function neighbourhood(size) {
  const nodes = Array.from({ length: size }, (_, i) => ({ id: `n${i}`, title: `Node ${i}`, namespace: `s${i % 5}`, tier: 'long', kind: 'observation', depth: i === 0 ? 0 : i < 40 ? 1 : 2 }));
  const edges = nodes.slice(1).flatMap((node, i) => [{ source: node.id, target: `n${Math.floor(i / 7)}`, relation: 'related_to' }, ...(i % 3 ? [] : [{ source: node.id, target: `n${(i * 31) % size}`, relation: 'near', weight: 0.7 }])]);
  return { nodes, edges, truncated: false };
}
