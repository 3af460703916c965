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
    return isText(event) || event.key === 'Escape' || event.key === 'Backspace' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k');
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

function isField(target: Element): target is HTMLInputElement | HTMLTextAreaElement {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.selectionStart !== null;
}

function write(text: string, from: number, to: number, target: HTMLInputElement | HTMLTextAreaElement, inputType: string): void {
  target.setRangeText(text, from, to, 'end');
  target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: text || null }));
}

// What the browser does with a key that a person presses, and not with one that is done again.
function finish(event: KeyboardEvent, target: Element): void {
  if (event.key === 'Enter') target.closest<HTMLElement>('a[href], button')?.click();
  if (!isField(target)) return;
  const from = target.selectionStart ?? 0;
  const to = target.selectionEnd ?? from;
  if (isText(event)) write(event.key, from, to, target, 'insertText');
  else if (event.key === 'Backspace' && to > 0) write('', from === to ? from - ([...target.value.slice(0, from)].pop() ?? '').length : from, to, target, 'deleteContentBackward');
}

function again(event: Event): void {
  if (event instanceof KeyboardEvent) {
    const { key, code, ctrlKey, metaKey, shiftKey } = event;
    const target = document.activeElement ?? document.body;
    const wanted = target.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }));
    if (wanted) finish(event, target);
  } else if (event.target instanceof HTMLElement && event.target.isConnected) {
    event.target.click();
  }
}

// Where no script will come, keys are the browser's again.
export function stopKeeping(): void {
  kept = [];
  for (const type of ['keydown', 'click']) removeEventListener(type, keep, true);
}

// One after the other, since what a key does depends on what is shown after the one before; what comes meanwhile waits its turn.
export async function doEarly(): Promise<void> {
  if (over) return;
  over = true;
  for (let event; (event = kept.shift()) !== undefined; await new Promise((done) => setTimeout(done))) again(event);
  stopKeeping();
}
