// Memories that somebody means harm by, or that nobody thought of: markup, scripts, marks that turn the direction of writing, what has
// no blank, control characters, names of prototypes; in every field, and in transcripts, links, questions and a deletion.

export const markup = `<img src=x onerror="window.ran=1"><script>window.ran=2</script><svg onload=window.ran=3>"'\`\${window.ran=4}{{constructor.constructor('window.ran=5')()}}<a href="javascript:window.ran=6">x</a><style>*{display:none}</style><base href="//evil.example/">`;
const texts = {
  markup,
  closing: `</textarea></title></script></style>--><iframe srcdoc="<script>parent.ran=7</script>"></iframe>`,
  addresses: 'javascript:window.ran=8 data:text/html,<script>ran=9</script> http://evil.example/"onmouseover="ran=10 https://user@evil.example/\u202egnp.exe',
  direction: '\u202e\u2066gnirts desrever\u2069 \u200f\u200e end',
  control: Array.from({ length: 31 }, (_, i) => String.fromCharCode(i + 1)).join('x') + '\u007f\u0085\u009b31m',
  unbroken: 'W'.repeat(65_000),
  prototype: '__proto__',
  unicode: 'Z\u0351\u036b\u0343\u036a\u0302\u036bA\u034c\u0320\u0358\u0306L\u030a\u0340 \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 \ufeff\u2028\u2029',
};
const prototypeNames = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];

// Whole characters.
const cut = (text, length) => [...text].slice(0, length).join('');

// The ids of those that are there; each is linked to the first.
export async function seedHostile(daemon) {
  const ids = [];
  let number = 0;
  for (const [name, text] of Object.entries(texts)) {
    const title = `${cut(text, 120)} ${++number}`;
    const stored = await daemon.api('POST', '/memories', {
      title, content: `shared ${text}`, namespace: name === 'prototype' ? '__proto__' : 'w'.repeat(100) + number, tier: 'long', tags: [cut(text, 40), ...prototypeNames],
      metadata: { session_id: `s-${cut(text, 20)}`, [cut(text, 50)]: cut(text, 5000), constructor: { prototype: 1 } },
    });
    ids.push(stored.id);
    await daemon.api('POST', '/transcripts/turns', { session_id: `s-${cut(text, 20)}`, namespace: 'global', role: 'user', content: text });
  }
  for (const name of prototypeNames) ids.push((await daemon.api('POST', '/memories', { title: name, content: `shared ${name}`, namespace: name })).id);
  for (let i = 1; i < ids.length; ++i) await daemon.api('POST', '/links', { source_id: ids[0], target_id: ids[i], relation: i % 2 ? 'contradicts' : 'related_to' });
  await daemon.api('POST', '/recall', { context: `shared ${markup}` });
  await daemon.api('DELETE', `/memories/${ids.pop()}`);
  return ids;
}
