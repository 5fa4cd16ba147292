/** A stored sale, and a server where other people change it. */
import { vi } from 'vitest';
import { objectsOf } from '../../../domain/values/members.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';

export type Data = Readonly<Record<string, unknown>>;

export const BLANK = { item_fk: null, quantity: '1' };
export const declaration = {
  resource: 'sales',
  header: [
    { field: 'note', kind: 'text' },
    { field: 'reference_number', kind: 'text' },
  ],
  details: [],
  columns: [
    { field: 'item_fk', kind: 'lookup', resource: 'items', width: '1px' },
    { field: 'quantity', kind: 'quantity', width: '1px' },
  ],
  identity: { lines: 'line_id' },
  blankLine: BLANK,
  lineOf: () => ({}),
} as unknown as EditorDeclaration;

export const STORED: Data = {
  id: 7,
  revision: 1,
  status: 'draft',
  number: null,
  possible: ['change', 'complete'],
  note: null,
  reference_number: null,
  lines: [{ line_id: 31, item_fk: 5, quantity: '1' }],
};
export const COMPLETE: Data = { status: 'complete', number: 'S-1', possible: ['return_to_draft'] };

const STALE = { status: 409, body: { code: 'stale', message: 'It was changed.' } };

/** New lines have the ids after the highest. */
function numbered(lines: readonly Data[]): Data[] {
  let highest = Math.max(0, ...lines.map((line) => Number(line['line_id'] ?? 0)));
  return lines.map((line) => ({ ...line, line_id: line['line_id'] ?? ++highest }));
}

/** A server with one sale that others change; each of its answers may be held or lost. */
export class Server {
  stored: Data | undefined;
  held: Promise<void> = Promise.resolve();
  losesAnswer = false;
  readonly #answers = new Map<string, Data>();

  constructor(stored?: Data) {
    this.stored = stored;
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
      const { status, body: sent } = this.#answer(url, method, body ? (JSON.parse(String(body)) as Data) : {}, headers);
      await this.held;
      if (method !== 'GET' && this.losesAnswer) throw new TypeError('connection lost');
      return Response.json(sent, { status });
    });
  }

  /** By another person. */
  change(change: Data): void {
    this.stored = { ...this.stored, ...change, revision: Number(this.stored?.['revision']) + 1 };
  }

  #answer(url: string, method: string, body: Data, headers: unknown): { status: number; body: Data } {
    if (method === 'GET') return { status: 200, body: { data: this.stored } };
    const key = new Headers(headers as HeadersInit).get('Idempotency-Key') ?? '';
    const before = this.#answers.get(key);
    if (before) return { status: 200, body: before };
    if (this.stored && body['revision'] !== this.stored['revision']) return STALE;
    const { revision: _, status, lines, ...fields } = body;
    const isCompleted = url.endsWith('/complete') || status === 'complete';
    this.stored ??= { ...STORED, revision: 0 };
    this.change({
      ...fields,
      ...(lines ? { lines: numbered(objectsOf(lines)) } : {}),
      ...(isCompleted ? COMPLETE : {}),
    });
    const answer = { data: this.stored };
    this.#answers.set(key, answer);
    return { status: 200, body: answer };
  }
}
