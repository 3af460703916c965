// The program that shows this app in a chat, by the protocol of MCP Apps (SEP-1865): JSON-RPC over messages to the window around this one.
// Knows: messages. Must not know: memories, components.

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}
export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly toolInfo?: { readonly tool?: { readonly name?: string } };
}
export interface Listener {
  context(changed: HostContext): void;
  input(given: Record<string, unknown>): void;
  result(given: ToolResult): void;
  cancelled(): void;
}

const protocolVersion = '2026-01-26';
const patience = 30_000; // for an answer

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message?: string };
}

const waiting = new Map<number | string, { done: (result: Record<string, unknown>) => void; failed: (error: Error) => void }>();
let last = 0;
let capabilities: Record<string, unknown> = {};

// The host may be of any origin; what is sent to it is what the user sees.
function post(message: Omit<Message, 'jsonrpc'>): void {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function request(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const id = ++last;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    setTimeout(() => waiting.delete(id) && failed(new Error('the program around this view does not answer')), patience);
    post({ id, method, params });
  });
}

function answered({ id, result, error }: Message): void {
  const asked = id === undefined ? undefined : waiting.get(id);
  if (!asked || id === undefined) return;
  waiting.delete(id);
  if (error) asked.failed(new Error(error.message ?? 'refused'));
  else asked.done(result ?? {});
}

function heard(message: Message, listener: Listener): void {
  const params = message.params ?? {};
  switch (message.method) {
    case undefined: return answered(message);
    case 'ui/notifications/tool-input': return listener.input((params['arguments'] ?? {}) as Record<string, unknown>);
    case 'ui/notifications/tool-result': return listener.result(params as ToolResult);
    case 'ui/notifications/tool-cancelled': return listener.cancelled();
    case 'ui/notifications/host-context-changed': return listener.context(params as HostContext);
    case 'ping':
    case 'ui/resource-teardown': return message.id === undefined ? undefined : post({ id: message.id, result: {} });
    default: return message.id === undefined ? undefined : parent.postMessage({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'not known here' } }, '*');
  }
}

export async function meet(listener: Listener): Promise<void> {
  addEventListener('message', (event: MessageEvent<Message>) => event.source === parent && event.data?.jsonrpc === '2.0' && heard(event.data, listener));
  const met = await request('ui/initialize', { protocolVersion, appInfo: { name: 'ai-memory', version: '1' }, appCapabilities: {} });
  capabilities = (met['hostCapabilities'] ?? {}) as Record<string, unknown>;
  listener.context((met['hostContext'] ?? {}) as HostContext);
  post({ method: 'ui/notifications/initialized', params: {} });
  new ResizeObserver(() => {
    const { scrollWidth: width, offsetHeight: height } = document.documentElement;
    post({ method: 'ui/notifications/size-changed', params: { width, height } });
  }).observe(document.documentElement);
}

export const callsTools = () => 'serverTools' in capabilities;
export const readsResources = () => 'serverResources' in capabilities;

// The JSON that a tool answers, also as text.
export function valueOf<T>(result: ToolResult): T | undefined {
  if (result.isError) return undefined;
  if (result.structuredContent) return result.structuredContent as T;
  try {
    const value: unknown = JSON.parse(result.content?.find((each) => each.type === 'text')?.text ?? '');
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined; // rows of text
  }
}

export function textOf(result: ToolResult): string {
  return result.content?.flatMap((each) => each.text ?? []).join('\n') ?? '';
}

export async function call<T>(name: string, args: Record<string, unknown>): Promise<T> {
  const result = (await request('tools/call', { name, arguments: args })) as ToolResult;
  const value = valueOf<T>(result);
  if (value === undefined) throw new Error(textOf(result) || 'no answer');
  return value;
}

export async function read<T>(uri: string): Promise<T> {
  const { contents } = (await request('resources/read', { uri })) as { contents?: { text?: string }[] };
  return JSON.parse(contents?.[0]?.text ?? '') as T;
}

export function openLink(url: string): void {
  request('ui/open-link', { url }).catch(() => undefined);
}
