// A neighbourhood as a graph: neighbours, and the shortest way between two. Pure.

export interface GraphNode {
  readonly id: string;
  readonly title: string;
  readonly namespace: string;
  readonly tier?: string;
  readonly kind?: string;
  readonly depth: number;
}
export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  readonly relation: string;
  readonly weight?: number;
}
export interface Neighbourhood {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly truncated: boolean;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[]; // between nodes that are there
  readonly index: ReadonlyMap<string, number>;
  readonly around: ReadonlyMap<string, readonly GraphEdge[]>;
}

export const mostNodes = 1500;

export function graphOf({ nodes, edges }: Neighbourhood): Graph {
  const kept = nodes.slice(0, mostNodes);
  const index = new Map(kept.map((node, i) => [node.id, i]));
  const inside = edges.filter((edge) => index.has(edge.source) && index.has(edge.target) && edge.source !== edge.target);
  const around = new Map<string, GraphEdge[]>(kept.map((node) => [node.id, []]));
  for (const edge of inside) {
    around.get(edge.source)?.push(edge);
    around.get(edge.target)?.push(edge);
  }
  return { nodes: kept, edges: inside, index, around };
}

// Without what is only alike in meaning: links, and what they lead to from the first node.
export function linkedOnly({ nodes, edges, truncated }: Neighbourhood): Neighbourhood {
  const links = edges.filter((edge) => edge.relation !== 'near');
  const reached = new Set(nodes.slice(0, 1).map((node) => node.id));
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const { source, target } of links) if (reached.has(source) !== reached.has(target)) reached.add(source).add(target);
  }
  return { nodes: nodes.filter((node) => reached.has(node.id)), edges: links, truncated };
}

export function otherEnd(edge: GraphEdge, id: string): string {
  return edge.source === id ? edge.target : edge.source;
}

// Ids from one to the other; empty: there is no way.
export function pathBetween(graph: Graph, from: string, to: string): readonly string[] {
  const cameFrom = new Map<string, string>([[from, from]]);
  for (let level = [from]; level.length > 0 && !cameFrom.has(to); ) {
    const next: string[] = [];
    for (const id of level) {
      for (const edge of graph.around.get(id) ?? []) {
        const end = otherEnd(edge, id);
        if (cameFrom.has(end)) continue;
        cameFrom.set(end, id);
        next.push(end);
      }
    }
    level = next;
  }
  if (!cameFrom.has(to) || !graph.index.has(from)) return [];
  const path = [to];
  for (let id = to; id !== from; path.push(id)) id = cameFrom.get(id)!;
  return path.reverse();
}
