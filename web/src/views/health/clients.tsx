// Which assistants and programs have called, by which door, and when last.
import { linkTo } from '../../place.ts';
import { excerpt, figure, visible } from '../../text.ts';
import { Age, Line } from '../../parts/texts.tsx';

export interface Client {
  readonly client?: string;
  readonly door: string;
  readonly last_at: string;
  readonly last_session?: string;
  readonly calls: number;
  readonly tokens: number;
  readonly sessions: number;
}

export function Clients({ clients }: { clients: readonly Client[] }) {
  return (
    <section class="card" aria-label="Who has called">
      <h2>Who has called</h2>
      {clients.length === 0 ? <p class="soft">No activity is recorded for these days.</p> : (
        <div class="wide" tabIndex={0} role="region" aria-label="Clients by source">
          <table>
            <thead>
              <tr><th scope="col">Client</th><th scope="col">Source</th><th scope="col">Seen last</th><th scope="col">Last session</th><th scope="col" class="number">Sessions</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Tokens</th></tr>
            </thead>
            <tbody>
              {clients.map((each) => (
                <tr key={`${each.door} ${each.client ?? ''}`}>
                  <td><Line text={excerpt(each.client ?? '(no name)', 60)} /></td>
                  <td>{visible(each.door)}</td>
                  <td><Age time={each.last_at} /></td>
                  <td>{each.last_session === undefined ? '–' : <a href={linkTo('live', { session: each.last_session })}><Line text={excerpt(each.last_session, 40)} /></a>}</td>
                  <td class="number">{figure(each.sessions)}</td>
                  <td class="number">{figure(each.calls)}</td>
                  <td class="number">{figure(each.tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
