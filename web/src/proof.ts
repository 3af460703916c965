// The proof of a session: a browser sends the cookie of 127.0.0.1 to every port there, and gives what is stored to this origin alone. It
// comes once, behind the “#” of the address that “ai-memory ui” leads to, and goes along with every request.
// Knows: storage. Must not know: requests, views.

const key = 'ai-memory-proof';
const form = /^#proof=([0-9a-f]{16,128})$/;
let proof: string | undefined;

export function proofIn(hash: string): string | undefined {
  return form.exec(hash)?.[1];
}

// Before anything is asked, and before the address says which view is shown.
export function takeProof(): void {
  const given = proofIn(location.hash);
  if (given === undefined) return;
  proof = given;
  history.replaceState(null, '', location.pathname);
  try {
    localStorage.setItem(key, given);
  } catch {
    // Nothing can be stored: this tab has it until it is closed.
  }
}

export function withProof(): Record<string, string> {
  try {
    proof = localStorage.getItem(key) ?? proof;
  } catch {
    // As above.
  }
  return proof === undefined ? {} : { 'X-AI-Memory-Proof': proof };
}
