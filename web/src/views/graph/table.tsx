// The content of the picture as a table: each memory, how far it is, and what links it.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { linkTo } from '../../place.ts';
import { otherEnd, type Graph, type GraphNode } from '../../graph_model.ts';
import { excerpt, visible } from '../../text.ts';
import { Line } from '../../parts/texts.tsx';

const atOnce = 60, more = 300;
const aFrame = 12; // rows: laying out a table takes its time

interface Place {
  readonly graph: Graph;
  readonly center: string;
  readonly to: string;
}

function Row({ node, graph, center, to }: Place & { node: GraphNode }) {
  const titleOf = (id: string) => excerpt(graph.nodes[graph.index.get(id) ?? -1]?.title ?? id.slice(0, 8), 60);
  const links = graph.around.get(node.id) ?? [];
  return (
    <tr class={node.id === center || node.id === to ? 'chosen' : ''}>
      <td><a href={linkTo('graph', { id: node.id })}><Line text={excerpt(node.title, 80)} /></a></td>
      <td><Line text={excerpt(node.namespace, 40)} /></td>
      <td class="number">{node.depth}</td>
      <td>
        {links.slice(0, 4).map((edge, i) => (
          <div key={i}><span class="soft">{edge.source === node.id ? '→' : '←'} {visible(edge.relation.replaceAll('_', ' '))}</span> <Line text={titleOf(otherEnd(edge, node.id))} /></div>
        ))}
        {links.length > 4 && <span class="soft">and {links.length - 4} more</span>}
      </td>
    </tr>
  );
}

// Rows that are there are not made again when others come.
function Rows({ nodes, graph, center, to }: Place & { nodes: readonly GraphNode[] }) {
  return useMemo(() => <>{nodes.map((node) => <Row key={node.id} node={node} graph={graph} center={center} to={to} />)}</>, [nodes, graph, center, to]);
}

export function Table({ graph, center, to }: Place) {
  const groups = useMemo(() => {
    const nodes = [...graph.nodes].sort((a, b) => a.depth - b.depth);
    return Array.from({ length: Math.ceil(nodes.length / aFrame) }, (_, i) => nodes.slice(i * aFrame, (i + 1) * aFrame));
  }, [graph]);
  const [wanted, setWanted] = useState(atOnce);
  const [shown, setShown] = useState(1); // groups
  const most = Math.min(groups.length, Math.ceil(wanted / aFrame));
  useEffect(() => {
    if (shown >= most) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), 16);
    return () => clearTimeout(timer);
  }, [shown, most]);
  return (
    <div class="wide graph-table" tabIndex={0} role="region" aria-label="The graph as a table" aria-busy={shown < most}>
      <table>
        <thead><tr><th scope="col">Memory</th><th scope="col">Namespace</th><th scope="col" class="number">Steps</th><th scope="col">Links</th></tr></thead>
        <tbody>{groups.slice(0, shown).map((nodes, i) => <Rows key={i} nodes={nodes} graph={graph} center={center} to={to} />)}</tbody>
      </table>
      {graph.nodes.length > wanted && <button onClick={() => setWanted(wanted + more)}>Show more</button>}
    </div>
  );
}
