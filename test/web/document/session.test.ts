/** An open document whose stored state changes meanwhile: nothing unseen is completed, and nothing of others is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { readDocument } from '../../../web/shared/document/model/body.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';
import { DocumentSession } from '../../../web/shared/document/model/session.ts';
import { presentName } from '../../../web/shared/document/model/use-session.ts';
import { currentNotices } from '../../../web/shared/notify/notify.ts';

type Data = Readonly<Record<string, unknown>>;

const BLANK = { item_fk: null, quantity: '1' };
const declaration = {
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
} as unknown as EditorDeclaration;

const STORED: Data = {
  id: 7,
  revision: 1,
  status: 'draft',
  number: null,
  possible: ['change', 'complete'],
  note: null,
  reference_number: null,
  lines: [{ line_id: 31, item_fk: 5, quantity: '1' }],
};
const COMPLETE: Data = { status: 'complete', number: 'S-1', possible: ['return_to_draft'] };

const STALE = { status: 409, body: { code: 'stale', message: 'It was changed.' } };

/** A server with one sale that others change; each of its answers may be held or lost. */
class Server {
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
    const { revision: _, status, ...fields } = body;
    const isCompleted = url.endsWith('/complete') || status === 'complete';
    this.stored ??= { ...STORED, revision: 0 };
    this.change({ ...fields, ...(isCompleted ? COMPLETE : {}) });
    const answer = { data: this.stored };
    this.#answers.set(key, answer);
    return { status: 200, body: answer };
  }
}

const opened = (server: Server) => {
  const stored = readDocument(declaration, server.stored ?? {});
  return new DocumentSession(declaration, stored.draft, stored);
};
const quantities = ({ store }: DocumentSession) => store.state.draft.lines.map(({ fields }) => fields['quantity']);
const write = ({ store }: DocumentSession, field: string, value: string) =>
  store.edit({ do: 'set', at: { field }, value });

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

describe('a draft that somebody else changed', () => {
  it('is shown as it is now before it can be completed', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    server.change({ lines: [{ line_id: 31, item_fk: 5, quantity: '9' }] });
    expect(await session.complete()).toBe(false);
    expect([quantities(session), session.dirty, server.stored?.['status']]).toEqual([['9'], false, 'draft']);
    expect(await session.complete()).toBe(true);
    expect([quantities(session), server.stored?.['status']]).toEqual([['9'], 'complete']);
  });

  it('has a line to type into when they removed all of them, which is none of those before', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    server.change({ lines: [] });
    await session.complete();
    const { lines } = session.store.state.draft;
    expect(lines.map(({ fields }) => fields)).toEqual([BLANK]);
    expect([lines[0]?.key === 1, session.dirty]).toEqual([false, false]);
  });

  it('is merged with what is not saved here when a picture meets it, so that the next save keeps both', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    server.change({ reference_number: 'theirs' });
    expect(await session.transition('attach', { attachments: ['a.png'] })).toBe(false);
    expect(await session.save()).toBe(true);
    expect(server.stored).toMatchObject({ note: 'mine', reference_number: 'theirs' });
  });

  it('asks about a field that both changed', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    server.change({ note: 'theirs' });
    await session.transition('attach', { attachments: ['a.png'] });
    expect(session.read().conflict?.conflicts).toMatchObject([{ field: 'note', mine: 'mine', theirs: 'theirs' }]);
  });

  it('stays as it is on the screen when a refusal has another reason', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    const { draft } = session.store.state;
    vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
      method === 'GET'
        ? Response.json({ data: server.stored })
        : Response.json({ code: 'protected', message: 'No.' }, { status: 409 }),
    );
    expect(await session.transition('attach', { attachments: ['a.png'] })).toBe(false);
    expect([session.store.state.draft === draft, session.dirty]).toEqual([true, true]);
  });
});

describe('what is entered after a completion was sent', () => {
  it('is not on the screen of the completed document, and the person is told', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    const answer = Promise.withResolvers<void>();
    server.held = answer.promise;
    const completed = session.complete();
    await vi.waitFor(() => expect(server.stored?.['status']).toBe('complete'));
    const told = currentNotices().unread;
    write(session, 'note', 'too late');
    answer.resolve();
    expect(await completed).toBe(true);
    expect([session.store.state.draft.header['note'], session.dirty]).toEqual([null, false]);
    expect(currentNotices().unread).toBe(told + 1);
  });

  it('is not taken for completed when the answer was lost and the person completes again', async () => {
    const server = new Server();
    const session = new DocumentSession(
      { ...declaration, noDraft: true },
      { header: { note: 'first' }, lines: [{ key: 1, fields: { item_fk: 5, quantity: '1' } }], costs: [] },
    );
    server.losesAnswer = true;
    expect(await session.complete({ status: 'complete' })).toBe(false);
    server.losesAnswer = false;
    write(session, 'note', 'second');
    expect(await session.complete({ status: 'complete' })).toBe(false);
    expect([server.stored?.['note'], session.store.state.draft.header['note']]).toEqual(['first', 'first']);
  });
});

describe('a draft that is discarded with unsaved changes', () => {
  it('is shown as it was stored, without a complaint', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    const told = currentNotices().unread;
    vi.stubGlobal('fetch', async () =>
      Response.json({ data: { ...STORED, revision: 2, status: 'discarded', possible: [] } }),
    );
    expect(await session.transition('discard', {})).toBe(true);
    expect([session.store.state.draft.header['note'], session.dirty]).toEqual([null, false]);
    expect(currentNotices().unread).toBe(told);
  });
});

describe('the draft on this device', () => {
  it('has the name of its document as soon as the server has stored it', async () => {
    const server = new Server();
    const draft = { header: {}, lines: [{ key: 1, fields: { item_fk: 5, quantity: '1' } }], costs: [] };
    const session = new DocumentSession(declaration, draft);
    const own = { session, localName: '1/sales/new:2', nameOf: (id: number) => `1/sales/${id}` };
    const document = { ...own, id: undefined, restoredAt: undefined, lock: new AbortController() };
    expect(presentName(document)).toBe('1/sales/new:2');
    expect(await session.save()).toBe(true);
    expect([presentName(document), server.stored?.['id']]).toEqual(['1/sales/7', 7]);
  });
});
