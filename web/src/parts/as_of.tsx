// The memories as they were on a day: a slider over days, and the way back. Nothing can be changed then.
import { useEffect, useState } from 'preact/hooks';
import { change, usePlace } from '../navigation.ts';
import { moment } from '../text.ts';

const most = 365; // days back
const dayLength = 86_400_000;

function dayBefore(days: number): string {
  const at = new Date(Date.now() - days * dayLength);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}

export function daysSince(day: string): number {
  return Math.round((Date.parse(dayBefore(0)) - Date.parse(day)) / dayLength);
}

// The day, or the moment, of the address; empty: now.
export function useAsOf(): string {
  const day = usePlace().params.get('as_of') ?? '';
  if (/^\d{4}-\d\d-\d\dT/.test(day)) return Date.parse(day) < Date.now() ? day : '';
  return /^\d{4}-\d\d-\d\d$/.test(day) && daysSince(day) > 0 ? day : '';
}

export function AsOfButton() {
  return <button onClick={() => change({ as_of: dayBefore(1), open: undefined, edit: undefined, new: undefined })} title="Shows the memories as they were on a day before">As it was …</button>;
}

// While the slider is moved, the day follows; memories are asked for when it stays.
export function AsOf() {
  const day = useAsOf();
  const [moved, setMoved] = useState<string | null>(null);
  useEffect(() => setMoved(null), [day]);
  if (day === '') return null;
  const shown = moved ?? day;
  const choose = (next: string) => next !== '' && change({ as_of: daysSince(next) > 0 ? next : undefined }, true);
  return (
    <div class="as-of" role="region" aria-label="As it was">
      <b role="status">As it was on {shown.length > 10 ? moment(shown) : shown}</b>
      <span class="soft">Nothing can be changed here.</span>
      <input
        type="range"
        aria-label="Day"
        aria-valuetext={shown}
        min={-most}
        max={0}
        value={-Math.min(most, daysSince(shown.slice(0, 10)))}
        onInput={(event) => setMoved(dayBefore(-Number(event.currentTarget.value)))}
        onChange={(event) => choose(dayBefore(-Number(event.currentTarget.value)))}
      />
      <input type="date" aria-label="Date" max={dayBefore(1)} value={shown.slice(0, 10)} onChange={(event) => choose(event.currentTarget.value)} />
      <button class="main" onClick={() => change({ as_of: undefined })}>Back to now</button>
    </div>
  );
}
