// Draws the graph on a canvas, which the browser fills on the page's own thread: 2,000 lines of 1.2 pixels take it 30 to 100 ms
// (dashed ones 100), as thin as a pixel of the screen and 64 in a path 5 ms. So many lines are thin ones, drawn together.
// Knows: canvases, the colours of the styles. Must not know: components, where nodes come from.
import { excerpt } from '../../text.ts';
import type { Graph } from '../../graph_model.ts';

export interface View {
  readonly scale: number;
  readonly x: number; // of the graph's origin, in CSS pixels
  readonly y: number;
}

// Name of a colour, or of a kind of link → indexes of nodes; of links two each.
type Groups = ReadonlyMap<string, readonly number[]>;

export interface Look {
  readonly hueOf: ReadonlyMap<string, string>; // namespace → colour
  readonly lines: Groups; // by kind of link
  readonly discs: Groups; // by colour
}

export interface Scene {
  readonly graph: Graph;
  readonly look: Look;
  readonly positions: Float32Array;
  readonly view: View;
  readonly center: string;
  readonly path: readonly string[];
  readonly pointed: number;
}

const hues = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c8', '--c7'];
export const relationHues: ReadonlyMap<string, string> = new Map([['contradicts', '--bad'], ['supersedes', '--warn'], ['reflects_on', '--c4'], ['derived_from', '--c2'], ['related_to', '--soft']]);
export const dashes: ReadonlyMap<string, readonly number[]> = new Map([['near', [2, 4]], ['session', [6, 4]], ['same_session', [6, 4]], ['contradicts', [7, 3]]]);
const manyLines = 500, manyDiscs = 600;
const together = 64; // lines or discs of a path, where there are many
const widestLabel = 140; // pixels
const fewLabels = 40; // nodes that all have their names

export function lookOf(graph: Graph): Look {
  const hueOf = new Map([...new Set(graph.nodes.map((node) => node.namespace))].map((name, i) => [name, hues[i % hues.length]!]));
  const discs = new Map<string, number[]>(), lines = new Map<string, number[]>();
  const add = (groups: Map<string, number[]>, name: string, ...indexes: number[]) => {
    const group = groups.get(name);
    if (group) group.push(...indexes);
    else groups.set(name, indexes);
  };
  graph.nodes.forEach((node, i) => add(discs, hueOf.get(node.namespace)!, i));
  for (const edge of graph.edges) add(lines, edge.relation, graph.index.get(edge.source)!, graph.index.get(edge.target)!);
  return { hueOf, lines, discs };
}

export function fitted(positions: Float32Array, width: number, height: number): View {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]!); right = Math.max(right, positions[i]!);
    top = Math.min(top, positions[i + 1]!); bottom = Math.max(bottom, positions[i + 1]!);
  }
  const scale = Math.min(2, (width - 120) / Math.max(1, right - left), (height - 60) / Math.max(1, bottom - top));
  return { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
}

// As much of a text as is no wider.
function within(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}

// Where nodes are on the canvas: x, y of each.
function placed(positions: Float32Array, view: View): Float32Array {
  const at = new Float32Array(positions.length);
  for (let i = 0; i < at.length; i += 2) {
    at[i] = view.x + positions[i]! * view.scale;
    at[i + 1] = view.y + positions[i + 1]! * view.scale;
  }
  return at;
}

function strokeLines(context: CanvasRenderingContext2D, at: Float32Array, ends: readonly number[], inPath: number): void {
  for (let from = 0; from < ends.length; from += 2 * inPath) {
    context.beginPath();
    for (let i = from; i < Math.min(from + 2 * inPath, ends.length); i += 2) {
      const a = 2 * ends[i]!, b = 2 * ends[i + 1]!;
      context.moveTo(at[a]!, at[a + 1]!);
      context.lineTo(at[b]!, at[b + 1]!);
    }
    context.stroke();
  }
}

function drawDiscs(context: CanvasRenderingContext2D, at: Float32Array, indexes: readonly number[], radiusOf: (index: number) => number, outlined: boolean): void {
  const inPath = outlined ? 1 : together;
  for (let from = 0; from < indexes.length; from += inPath) {
    context.beginPath();
    for (const i of indexes.slice(from, from + inPath)) {
      const x = at[2 * i]!, y = at[2 * i + 1]!, radius = radiusOf(i);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fill();
    if (outlined) context.stroke();
  }
}

export function draw(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { graph, look, path } = scene;
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
  const at = placed(scene.positions, scene.view), center = graph.index.get(scene.center) ?? -1;
  const onPath = path.flatMap((id) => graph.index.get(id) ?? []);

  const many = graph.edges.length > manyLines;
  context.globalAlpha = many ? 0.6 : 0.9;
  context.lineWidth = many ? 1 / ratio : 1.5;
  for (const [relation, ends] of look.lines) {
    context.strokeStyle = colour(relationHues.get(relation) ?? '--soft');
    context.setLineDash([...(dashes.get(relation) ?? [])]);
    strokeLines(context, at, ends, many ? together : 1);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.lineWidth = 3;
  context.strokeStyle = colour('--accent');
  strokeLines(context, at, onPath.slice(1).flatMap((index, i) => [onPath[i]!, index]), 1);

  const radiusOf = (index: number) => (index === center ? 9 : graph.nodes[index]!.depth <= 1 ? 6 : 4.5);
  context.lineWidth = 1.5;
  context.strokeStyle = colour('--sheet');
  for (const [hue, indexes] of look.discs) {
    context.fillStyle = colour(hue);
    drawDiscs(context, at, indexes, radiusOf, graph.nodes.length <= manyDiscs);
  }
  context.lineWidth = 3;
  context.strokeStyle = colour('--ink');
  for (const index of new Set([...onPath, ...(center < 0 ? [] : [center])])) {
    const hue = colour(look.hueOf.get(graph.nodes[index]!.namespace) ?? '--c7');
    context.beginPath();
    context.arc(at[2 * index]!, at[2 * index + 1]!, radiusOf(index), 0, 2 * Math.PI);
    context.fillStyle = hue;
    context.fill();
    context.stroke();
  }

  context.font = `12px ${style.fontFamily}`;
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = colour('--sheet');
  context.fillStyle = colour('--ink');
  const named = graph.nodes.length <= fewLabels ? graph.nodes.keys() : new Set([...onPath, center, scene.pointed].filter((index) => index >= 0));
  // Boxes of names that are there: left, top, right, bottom; nodes are in the way as well.
  const taken: (readonly [number, number, number, number])[] = graph.nodes.length > fewLabels ? [] : graph.nodes.map((_, i) => [at[2 * i]! - 6, at[2 * i + 1]! - 6, at[2 * i]! + 6, at[2 * i + 1]! + 6] as const);
  const free = ([left, top, right, bottom]: readonly [number, number, number, number]) => taken.every((each) => each[2] < left || each[0] > right || each[3] < top || each[1] > bottom);
  for (const index of [...named].sort((a, b) => Number(b === scene.pointed) - Number(a === scene.pointed) || Number(b === center) - Number(a === center))) {
    const { title } = graph.nodes[index]!, middle = at[2 * index]!, y = at[2 * index + 1]!;
    const text = index === scene.pointed ? excerpt(title, 80) : within(context, excerpt(title, 26), widestLabel);
    const half = context.measureText(text).width / 2 + 3, inside = (x: number) => Math.max(half, Math.min(width - half, x)), gap = radiusOf(index) + 3;
    // Above, below, right, left: the first place that is free. A name without one is drawn when its node is pointed at.
    const boxes = [[inside(middle), y - gap - 14], [inside(middle), y + gap], [middle + gap + half, y - 7], [middle - gap - half, y - 7]].map(([x, top]) => [x! - half, top!, x! + half, top! + 14] as const);
    const box = boxes.find((each) => each[0] >= 0 && each[2] <= width && free(each)) ?? (index === scene.pointed ? boxes[0] : undefined);
    if (!box) continue;
    taken.push(box);
    context.strokeText(text, box[0] + half, box[1] + 11);
    context.fillText(text, box[0] + half, box[1] + 11);
  }
}

export function nearest(positions: Float32Array, view: View, x: number, y: number): number {
  let best = -1, least = 14 ** 2;
  for (let i = 0; i < positions.length / 2; ++i) {
    const distance = (view.x + positions[2 * i]! * view.scale - x) ** 2 + (view.y + positions[2 * i + 1]! * view.scale - y) ** 2;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}
