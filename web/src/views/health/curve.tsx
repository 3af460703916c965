// Some lines over days. The figures of the last day are text; the curve only shows how they came about.
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { usePreferences } from '../../preferences.ts';
import { figure } from '../../text.ts';

const short = new Intl.NumberFormat('en', { notation: 'compact' }); // 100K fits beside the curve

interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly hue: number;
}

function lastOf(values: readonly (number | null)[]): string {
  const last = values.findLast((each) => each !== null);
  return last === undefined || last === null ? '–' : figure(Math.round(last * 10) / 10);
}

export function Curve({ title, times, lines }: { title: string; times: readonly number[]; lines: readonly Line[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { theme } = usePreferences();
  const [width, setWidth] = useState(0);
  const [dark, setDark] = useState(matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const observer = new ResizeObserver((entries) => setWidth(Math.floor(entries[0]?.contentRect.width ?? 0)));
    if (box.current) observer.observe(box.current);
    const query = matchMedia('(prefers-color-scheme: dark)'), changed = () => setDark(query.matches);
    query.addEventListener('change', changed);
    return () => (observer.disconnect(), query.removeEventListener('change', changed));
  }, []);
  const some = lines.some((each) => each.values.some((value) => value !== null));
  useEffect(() => {
    if (!box.current || width === 0 || !some) return undefined;
    const style = getComputedStyle(box.current), colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') }, font: `11px ${style.fontFamily}` };
    const plot = new uPlot(
      {
        width,
        height: 170,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { y: { range: (_, __, most) => [0, Math.max(1, (most ?? 1) * 1.1)] } },
        axes: [{ ...axis, values: (_, ticks) => ticks.map((each) => new Date(each * 1000).toISOString().slice(5, 10)) }, { ...axis, size: 52, values: (_, ticks) => ticks.map((each) => short.format(each)) }],
        series: [{}, ...lines.map((each) => ({ label: each.name, stroke: colour(`--c${each.hue}`), width: 2, points: { show: times.length < 32, size: 4 } }))],
      },
      [times as number[], ...lines.map((each) => each.values as (number | null)[])],
      box.current,
    );
    return () => plot.destroy();
  }, [width, theme, dark, times, lines]);
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <ul class="legend">{lines.map((each) => <li key={each.name}><span class={`dot hue-${each.hue}`} aria-hidden="true" />{each.name} <b>{lastOf(each.values)}</b></li>)}</ul>
      <div ref={box} class="curve" aria-hidden="true">{!some && <p class="soft">No figures yet.</p>}</div>
    </section>
  );
}
