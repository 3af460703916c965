// Draws a component anew when something that lives outside of components has changed. It listens from the moment the component
// is shown and no longer than that: not a picture later, as other effects do, since a change in between would not be seen.
import { useLayoutEffect, useState } from 'preact/hooks';

export function useRedraw(listeners: Set<() => void>): void {
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
