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
  readonly asOf: string;
}

function Row({ node, graph, center, to, asOf }: Place & { node: GraphNode }) {
  const titleOf = (id: string) => excerpt(graph.nodes[graph.index.get(id) ?? -1]?.title ?? id.slice(0, 8), 60);
  const links = graph.around.get(node.id) ?? [];
  return (
    <tr class={node.id === center || node.id === to ? 'chosen' : ''}>
      <td><a href={linkTo('graph', { id: node.id, as_of: asOf })}><Line text={excerpt(node.title, 80)} /></a><div class="soft"><Line text={excerpt(node.namespace, 40)} /></div></td>
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

export function Table({ graph, center, to, asOf }: Place) {
  // Made once, so that rows that are there are not looked at again when others come; each keeps its place on the page, and the
  // focus, when the graph around another memory takes the place of this one.
  const rows = useMemo(
    () => [...graph.nodes].sort((a, b) => a.depth - b.depth).map((node) => <Row key={node.id} node={node} graph={graph} center={center} to={to} asOf={asOf} />),
    [graph, center, to, asOf],
  );
  const [last, setLast] = useState({ graph, wanted: atOnce, shown: aFrame });
  const now = last.graph === graph ? last : { graph, wanted: atOnce, shown: aFrame };
  const most = Math.min(rows.length, now.wanted);
  useEffect(() => {
    if (now.shown >= most) return undefined;
    const timer = setTimeout(() => setLast({ ...now, shown: now.shown + aFrame }), 16);
    return () => clearTimeout(timer);
  }, [now, most]);
  return (
    <div class="wide graph-table" tabIndex={0} role="region" aria-label="The graph as a table" aria-busy={now.shown < most}>
      <table>
        <thead><tr><th scope="col">Memory</th><th scope="col" class="number">Steps</th><th scope="col">Links</th></tr></thead>
        <tbody>{rows.slice(0, Math.min(now.shown, most))}</tbody>
      </table>
      {rows.length > now.wanted && <button onClick={() => setLast({ ...now, wanted: now.wanted + more })}>Show more</button>}
    </div>
  );
}
