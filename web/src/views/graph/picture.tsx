// The graph as a picture on a canvas: drawn when something changed, never between; moved by dragging, enlarged by the wheel.
import { useEffect, useRef, useState } from 'preact/hooks';
import { layOut } from '../../layout_client.ts';
import { usePreferences } from '../../preferences.ts';
import { excerpt } from '../../text.ts';
import type { Graph } from '../../graph_model.ts';

interface View {
  readonly scale: number;
  readonly x: number; // of the graph's origin, in CSS pixels
  readonly y: number;
}

const hues = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c8', '--c7'];
const relationHues = new Map([['contradicts', '--bad'], ['supersedes', '--warn'], ['reflects_on', '--c4'], ['derived_from', '--c2'], ['related_to', '--edge']]);
const dashes = new Map([['near', [2, 4]], ['session', [6, 4]], ['same_session', [6, 4]], ['contradicts', [7, 3]]]);

function fitted(positions: Float32Array, width: number, height: number): View {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]!); right = Math.max(right, positions[i]!);
    top = Math.min(top, positions[i + 1]!); bottom = Math.max(bottom, positions[i + 1]!);
  }
  const scale = Math.min(2, (width - 120) / Math.max(1, right - left), (height - 60) / Math.max(1, bottom - top));
  return { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
}

const widestLabel = 140; // pixels

// As much of a text as is no wider.
function within(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}

interface Scene {
  readonly graph: Graph;
  readonly positions: Float32Array;
  readonly view: View;
  readonly center: string;
  readonly path: readonly string[];
  readonly pointed: number;
  readonly hueOf: ReadonlyMap<string, string>;
}

function draw(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { graph, positions, view } = scene;
  const style = getComputedStyle(canvas), colours = new Map<string, string>();
  const colour = (name: string) => {
    let value = colours.get(name);
    if (value === undefined) colours.set(name, (value = style.getPropertyValue(name).trim()));
    return value;
  };
  const ratio = devicePixelRatio, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  const at = (i: number) => [view.x + positions[2 * i]! * view.scale, view.y + positions[2 * i + 1]! * view.scale] as const;
  const onPath = new Set(scene.path);

  for (const edge of graph.edges) {
    const strong = onPath.has(edge.source) && onPath.has(edge.target);
    context.strokeStyle = strong ? colour('--accent') : colour(relationHues.get(edge.relation) ?? '--edge');
    context.globalAlpha = strong ? 1 : 0.55;
    context.lineWidth = strong ? 3 : 1.2;
    context.setLineDash(dashes.get(edge.relation) ?? []);
    context.beginPath();
    context.moveTo(...at(graph.index.get(edge.source)!));
    context.lineTo(...at(graph.index.get(edge.target)!));
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  graph.nodes.forEach((node, i) => {
    const [x, y] = at(i);
    const chosen = node.id === scene.center || onPath.has(node.id);
    context.beginPath();
    context.arc(x, y, node.id === scene.center ? 9 : node.depth <= 1 ? 6 : 4.5, 0, 2 * Math.PI);
    context.fillStyle = colour(scene.hueOf.get(node.namespace) ?? '--c7');
    context.fill();
    context.lineWidth = chosen ? 3 : 1.5;
    context.strokeStyle = colour(chosen ? '--ink' : '--sheet');
    context.stroke();
  });
  context.font = `12px ${style.fontFamily}`;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = colour('--sheet');
  context.fillStyle = colour('--ink');
  const few = graph.nodes.length <= 40;
  graph.nodes.forEach((node, i) => {
    if (!few && node.id !== scene.center && i !== scene.pointed && !onPath.has(node.id)) return;
    const [middle, y] = at(i), text = i === scene.pointed ? excerpt(node.title, 80) : within(context, excerpt(node.title, 26), widestLabel);
    const half = context.measureText(text).width / 2 + 4, x = Math.max(half, Math.min(width - half, middle));
    context.strokeText(text, x, y - 12);
    context.fillText(text, x, y - 12);
  });
}

function nearest(positions: Float32Array, view: View, x: number, y: number): number {
  let best = -1, least = 14 ** 2;
  for (let i = 0; i < positions.length / 2; ++i) {
    const distance = (view.x + positions[2 * i]! * view.scale - x) ** 2 + (view.y + positions[2 * i + 1]! * view.scale - y) ** 2;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

interface Props {
  readonly graph: Graph;
  readonly center: string;
  readonly path: readonly string[];
  readonly onPick: (id: string) => void;
}

export function Picture({ graph, center, path, onPick }: Props) {
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
  const hueOf = new Map([...new Set(graph.nodes.map((node) => node.namespace))].map((name, i) => [name, hues[i % hues.length]!]));
  useEffect(() => {
    if (canvas.current && there) draw(canvas.current, { graph, positions: there, view, center, path, pointed, hueOf });
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
          if (node && node.id !== center) onPick(node.id);
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
        {[...hueOf].slice(0, 8).map(([name, hue]) => <li key={name}><span class={`dot hue-${hue.slice(3)}`} aria-hidden="true" /><bdi>{excerpt(name, 30)}</bdi></li>)}
      </ul>
      <ul class="legend relations" aria-label="Links">
        {[...new Set(graph.edges.map((edge) => edge.relation))].slice(0, 8).map((name) => (
          <li key={name}><span class="stroke" aria-hidden="true" style={{ borderTop: `2px ${dashes.has(name) ? 'dashed' : 'solid'} var(${relationHues.get(name) ?? '--edge'})` }} /><bdi>{excerpt(name.replaceAll('_', ' '), 30)}</bdi></li>
        ))}
      </ul>
    </div>
  );
}
