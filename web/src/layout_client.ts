// Asks the worker for the places of nodes. The worker's address is the only one that may become a script.
import workerAddress from './worker/layout.ts?worker&url';
import type { LayoutReply, LayoutRequest } from './worker/layout.ts';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): { createScriptURL(address: string): unknown };
}

function start(): Worker {
  const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const policy = trusted?.createPolicy('ai-memory-worker', {
    createScriptURL: (address) => {
      if (address !== workerAddress) throw new TypeError('not the address of the worker');
      return address;
    },
  });
  return new Worker((policy ? policy.createScriptURL(workerAddress) : workerAddress) as string, { type: 'module' });
}

let worker: Worker | undefined;
let round = 0;

// Returns how to stop listening.
export function layOut(count: number, edges: Int32Array, still: boolean, onReply: (reply: LayoutReply) => void): () => void {
  worker ??= start();
  const mine = ++round;
  const listen = (event: MessageEvent<LayoutReply>) => {
    if (event.data.round === mine) onReply(event.data);
  };
  worker.addEventListener('message', listen);
  const request: LayoutRequest = { round: mine, count, edges, still };
  worker.postMessage(request);
  return () => worker?.removeEventListener('message', listen);
}
