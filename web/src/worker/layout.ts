// Places the nodes of a graph, away from the page's own thread: positions come as it settles, and it ends in time.
import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, type SimulationNodeDatum } from 'd3-force';

// The messages between the page and this worker.
export interface LayoutRequest {
  readonly round: number; // answers to an older one are of no use
  readonly count: number;
  readonly edges: Int32Array; // pairs of indexes
  readonly still: boolean; // only where they end
}

export interface LayoutReply {
  readonly round: number;
  readonly positions: Float32Array; // x, y of each
  readonly settled: boolean;
}

interface Node extends SimulationNodeDatum {
  index: number;
}

const longest = 1300; // milliseconds, whatever the size
const between = 120; // milliseconds between two pictures

function positionsOf(nodes: readonly Node[]): Float32Array<ArrayBuffer> {
  const positions = new Float32Array(nodes.length * 2);
  nodes.forEach((node, i) => {
    positions[2 * i] = node.x ?? 0;
    positions[2 * i + 1] = node.y ?? 0;
  });
  return positions;
}

function reply(nodes: readonly Node[], settled: boolean, round: number): void {
  const positions = positionsOf(nodes);
  const message: LayoutReply = { positions, settled, round };
  (postMessage as (message: LayoutReply, transfer: Transferable[]) => void)(message, [positions.buffer]);
}

addEventListener('message', (event: MessageEvent<LayoutRequest>) => {
  const { count, edges, still, round } = event.data;
  const nodes: Node[] = Array.from({ length: count }, (_, index) => ({ index }));
  const links = Array.from({ length: edges.length / 2 }, (_, i) => ({ source: edges[2 * i]!, target: edges[2 * i + 1]! }));
  const simulation = forceSimulation(nodes)
    .force('link', forceLink(links).distance(46))
    .force('charge', forceManyBody().strength(-110).distanceMax(480))
    .force('collide', forceCollide(9))
    .force('center', forceCenter(0, 0))
    .alphaDecay(count > 600 ? 0.06 : 0.035)
    .stop();
  const begin = performance.now();
  let shown = begin;
  while (simulation.alpha() > simulation.alphaMin()) {
    simulation.tick();
    const now = performance.now();
    if (now - begin > longest) break;
    if (!still && now - shown > between) {
      shown = now;
      reply(nodes, false, round);
    }
  }
  reply(nodes, true, round);
});
