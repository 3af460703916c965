// The content of the picture as a table: each memory, how far it is, and what links it.
import { useState } from 'preact/hooks';
import { linkTo } from '../../place.ts';
import { otherEnd, type Graph } from '../../graph_model.ts';
import { excerpt, visible } from '../../text.ts';
import { Line } from '../../parts/texts.tsx';

const atOnce = 60;

export function Table({ graph, center, to }: { graph: Graph; center: string; to: string }) {
  const [shown, setShown] = useState(atOnce);
  const titleOf = (id: string) => excerpt(graph.nodes[graph.index.get(id) ?? -1]?.title ?? id.slice(0, 8), 60);
  const nodes = [...graph.nodes].sort((a, b) => a.depth - b.depth);
  return (
    <div class="wide graph-table" tabIndex={0} role="region" aria-label="The graph as a table">
      <table>
        <thead><tr><th scope="col">Memory</th><th scope="col">Namespace</th><th scope="col" class="number">Steps</th><th scope="col">Links</th></tr></thead>
        <tbody>
          {nodes.slice(0, shown).map((node) => (
            <tr key={node.id} class={node.id === center || node.id === to ? 'chosen' : ''}>
              <td><a href={linkTo('graph', { id: node.id })}><Line text={excerpt(node.title, 80)} /></a></td>
              <td><Line text={excerpt(node.namespace, 40)} /></td>
              <td class="number">{node.depth}</td>
              <td>
                {(graph.around.get(node.id) ?? []).slice(0, 4).map((edge, i) => (
                  <div key={i}><span class="soft">{edge.source === node.id ? '→' : '←'} {visible(edge.relation.replaceAll('_', ' '))}</span> <Line text={titleOf(otherEnd(edge, node.id))} /></div>
                ))}
                {(graph.around.get(node.id)?.length ?? 0) > 4 && <span class="soft">and {graph.around.get(node.id)!.length - 4} more</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {nodes.length > shown && <button onClick={() => setShown(shown + 300)}>Show more</button>}
    </div>
  );
}
