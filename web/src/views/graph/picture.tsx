// The graph as a picture: drawn when something changed, never between; moved by dragging, enlarged by the wheel.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { layOut } from '../../layout_client.ts';
import { usePreferences } from '../../preferences.ts';
import { excerpt } from '../../text.ts';
import type { Graph } from '../../graph_model.ts';
import { dashes, draw, fitted, lookOf, nearest, relationHues, type View } from './drawing.ts';

interface Props {
  readonly graph: Graph;
  readonly center: string;
  readonly path: readonly string[];
  readonly onPick: (id: string) => void; // a click
  readonly onCenter: (id: string) => void; // a double click
}

export function Picture({ graph, center, path, onPick, onCenter }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [positions, setPositions] = useState<Float32Array | null>(null);
  const [settled, setSettled] = useState(false);
  const [moved, setMoved] = useState<View | null>(null); // by hand; else it fits
  const [pointed, setPointed] = useState(-1);
  const [size, setSize] = useState(0);
  const drag = useRef<{ x: number; y: number; far: boolean } | null>(null);
  const { theme } = usePreferences();

  useEffect(() => {
    setSettled(false);
    setPositions(null);
    setMoved(null);
    const edges = new Int32Array(graph.edges.flatMap((edge) => [graph.index.get(edge.source)!, graph.index.get(edge.target)!]));
    return layOut(graph.nodes.length, edges, matchMedia('(prefers-reduced-motion: reduce)').matches, (reply) => {
      setPositions(reply.positions);
      setSettled(reply.settled);
    });
  }, [graph]);
  useEffect(() => {
    const observer = new ResizeObserver(() => setSize((each) => each + 1));
    if (canvas.current) observer.observe(canvas.current);
    const dark = matchMedia('(prefers-color-scheme: dark)'), redraw = () => setSize((each) => each + 1);
    dark.addEventListener('change', redraw);
    return () => (observer.disconnect(), dark.removeEventListener('change', redraw));
  }, []);

  const there = positions?.length === graph.nodes.length * 2 ? positions : null;
  const view = moved ?? (there && canvas.current ? fitted(there, canvas.current.clientWidth, canvas.current.clientHeight) : { scale: 1, x: 0, y: 0 });
  const look = useMemo(() => lookOf(graph), [graph]);
  useEffect(() => {
    if (canvas.current && there) draw(canvas.current, { graph, look, positions: there, view, center, path, pointed });
  }, [there, moved, pointed, path, center, size, theme, graph]);

  const place = (event: { offsetX: number; offsetY: number }) => (there ? nearest(there, view, event.offsetX, event.offsetY) : -1);
  const zoom = (times: number, x: number, y: number) => {
    const scale = Math.min(6, Math.max(0.1, view.scale * times)), by = scale / view.scale;
    setMoved({ scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by });
  };
  const zoomMiddle = (times: number) => canvas.current && zoom(times, canvas.current.clientWidth / 2, canvas.current.clientHeight / 2);
  return (
    <div class="picture" data-settled={settled}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Picture of ${graph.nodes.length} memories and ${graph.edges.length} links; the table says the same`}
        class={pointed >= 0 ? 'pointing' : ''}
        onPointerDown={(event) => {
          drag.current = { x: event.offsetX, y: event.offsetY, far: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (!from) return setPointed(place(event));
          const x = event.offsetX - from.x, y = event.offsetY - from.y;
          if (!from.far && Math.hypot(x, y) < 4) return undefined;
          drag.current = { x: event.offsetX, y: event.offsetY, far: true };
          return setMoved({ ...view, x: view.x + x, y: view.y + y });
        }}
        onPointerUp={(event) => {
          const node = drag.current?.far ? undefined : graph.nodes[place(event)];
          drag.current = null;
          if (node) onPick(node.id);
        }}
        onDblClick={(event) => {
          const node = graph.nodes[place(event)];
          if (node && node.id !== center) onCenter(node.id);
        }}
        onWheel={(event) => {
          event.preventDefault();
          zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
        }}
      />
      <div class="zoom">
        <button aria-label="Larger" onClick={() => zoomMiddle(1.4)}>+</button>
        <button aria-label="Smaller" onClick={() => zoomMiddle(1 / 1.4)}>−</button>
        <button onClick={() => setMoved(null)}>Fit</button>
      </div>
      <ul class="legend namespaces" aria-label="Namespaces">
        {[...look.hueOf].slice(0, 8).map(([name, hue]) => <li key={name}><span class={`dot hue-${hue.slice(3)}`} aria-hidden="true" /><bdi>{excerpt(name, 30)}</bdi></li>)}
      </ul>
      <ul class="legend relations" aria-label="Links">
        {[...look.lines.keys()].slice(0, 8).map((name) => (
          <li key={name}><span class="stroke" aria-hidden="true" style={{ borderTop: `2px ${dashes.has(name) ? 'dashed' : 'solid'} var(${relationHues.get(name) ?? '--soft'})` }} /><bdi>{excerpt(name.replaceAll('_', ' '), 30)}</bdi></li>
        ))}
      </ul>
    </div>
  );
}
