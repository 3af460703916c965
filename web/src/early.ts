// Keys and clicks that come while the page is drawn but its scripts do not run yet: they are kept, and done in their order once they
// can be. Where links lead, and moving the focus, needs no script and is left to the browser.
// Knows: events. Must not know: what they do.

const mostKept = 64; // nobody meant what was typed into a page that did not answer for long
let kept: Event[] = [];
let over = false;

function isText(event: KeyboardEvent): boolean {
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

function isForScripts(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event instanceof KeyboardEvent) {
    if (event.isComposing) return false;
    if (event.key === 'Enter' || event.key === ' ') return target?.closest('a[href], button') === null;
    return isText(event) || event.key === 'Escape' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k');
  }
  return target?.closest('.skip') !== null;
}

function keep(event: Event): void {
  if (!event.isTrusted || !isForScripts(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (kept.length < mostKept) kept.push(event);
}

export function keepEarly(): void {
  for (const type of ['keydown', 'click']) addEventListener(type, keep, true);
}

function type(text: string, target: Element): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.selectionStart === null) return;
  target.setRangeText(text, target.selectionStart, target.selectionEnd ?? target.selectionStart, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

function again(event: Event): void {
  if (event instanceof KeyboardEvent) {
    const { key, code, ctrlKey, metaKey, shiftKey } = event;
    const target = document.activeElement ?? document.body;
    const wanted = target.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }));
    if (wanted && isText(event)) type(key, target);
  } else if (event.target instanceof HTMLElement && event.target.isConnected) {
    event.target.click();
  }
}

// One after the other, since what a key does depends on what is shown after the one before; what comes meanwhile waits its turn.
export async function doEarly(): Promise<void> {
  if (over) return;
  over = true;
  for (let event; (event = kept.shift()) !== undefined; await new Promise((done) => setTimeout(done))) again(event);
  kept = [];
  for (const type of ['keydown', 'click']) removeEventListener(type, keep, true);
}
