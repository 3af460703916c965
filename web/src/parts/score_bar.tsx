// A score as a bar of what made it up, with the figures beside it as text.
import { contributions, nameOf } from '../contributions.ts';
import { visible } from '../text.ts';
import type { Factor } from '../types.ts';

const hues = new Map([['words', 1], ['model', 4], ['older_model', 7], ['static_table', 2], ['lines_around', 3], ['session', 5], ['speaker', 6], ['time', 8], ['asks', 7], ['fts_rank', 1], ['priority', 3], ['recency', 5], ['confidence', 2], ['tier_boost', 6], ['access_count', 4], ['relevance', 1]]);

export function ScoreBar({ factors, score }: { factors: readonly Factor[]; score: number }) {
  const { parts, boosts } = contributions(factors, score);
  const whole = Math.max(1, parts.reduce((total, each) => total + Math.abs(each.share), 0));
  return (
    <div class="score-bar">
      <div class="bar-track" aria-hidden="true">
        {parts.map((each) => (
          <span key={each.name} class={`hue-${hues.get(each.name) ?? 7}${each.share < 0 ? ' taken' : ''}`} style={{ width: `${(Math.abs(each.share) / whole) * 100}%` }} />
        ))}
      </div>
      <ul class="legend" aria-label={`Score ${score.toFixed(3)}, made up of`}>
        {parts.map((each) => (
          <li key={each.name}><span class={`dot hue-${hues.get(each.name) ?? 7}`} aria-hidden="true" />{visible(nameOf(each.name))} <b>{each.share.toFixed(3)}</b></li>
        ))}
        {boosts.filter((each) => Math.abs(each.times - 1) >= 0.005).map((each) => (
          <li key={each.name} class="soft">{visible(nameOf(each.name))} × {each.times.toFixed(2)}</li>
        ))}
      </ul>
    </div>
  );
}
