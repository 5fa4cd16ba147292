/** An open document whose stored state changes meanwhile: nothing unseen is completed, and nothing of others is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { readDocument } from '../../../web/shared/document/model/body.ts';
import { completedKey } from '../../../web/shared/document/model/declaration.ts';
import { DocumentSession } from '../../../web/shared/document/model/session.ts';
import { presentName } from '../../../web/shared/document/model/use-session.ts';
import { problemsLeft } from '../../../web/shared/document/problem-summary.tsx';
import { currentNotices } from '../../../web/shared/notify/notify.ts';
import { BLANK, declaration, Server, STORED } from './changed-sale.ts';

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

describe('the problems of a document', () => {
  it('are without those of a line that was removed', () => {
    const lines = [{ key: 2, fields: {} }];
    const problems = new Map([
      ['lines:1:price', 'gone'],
      ['lines:2:price', 'there'],
      ['costs:3:amount', 'gone too'],
      ['customer_fk', 'of the header'],
      ['lines', 'of all'],
    ]);
    expect(problemsLeft(problems, { header: {}, lines, costs: [] }).map(([, sentence]) => sentence)).toEqual([
      'there',
      'of the header',
      'of all',
    ]);
  });
});

describe('the sentence after a document is done', () => {
  it('says what was done with it: an order is confirmed, a count approved, and all others are complete', () => {
    const keys = ['confirm', 'approve'].map((transition) => completedKey({ completion: { transition } }));
    expect(keys).toEqual(['document:done_by.confirm', 'document:done_by.approve']);
    expect(completedKey({})).toBe('document:completed');
  });
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

  it('has a line of mine as a new one when they gave its id to other goods', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    session.store.edit({ do: 'add_line', table: 'lines', fields: { ...BLANK, item_fk: 6 } });
    await session.save();
    session.store.edit({ do: 'set', at: { table: 'lines', key: 2, field: 'quantity' }, value: '4' });
    server.change({ lines: [STORED['lines'], { line_id: 32, item_fk: 9, quantity: '1' }].flat() });
    expect(await session.save()).toBe(true);
    expect(server.stored?.['lines']).toMatchObject([
      { line_id: 31, item_fk: 5, quantity: '1' },
      { line_id: 33, item_fk: 6, quantity: '4' },
      { line_id: 32, item_fk: 9, quantity: '1' },
    ]);
  });

  it('asks about a field that both changed', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    server.change({ note: 'theirs' });
    await session.transition('attach', { attachments: ['a.png'] });
    expect(session.read().conflict?.conflicts).toMatchObject([{ field: 'note', mine: 'mine', theirs: 'theirs' }]);
  });

  it('is not stored while nobody has decided about such a field, not even when they change the document again', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    server.change({ note: 'theirs' });
    expect(await session.save()).toBe(false);
    const { conflict } = session.read();
    expect([await session.save(), await session.complete(), await session.autosave()]).toEqual([false, false, false]);
    // It is shown again.
    expect(session.read().conflict).toEqual(conflict);
    expect(session.read().conflict).not.toBe(conflict);
    server.change({ reference_number: 'theirs' });
    await session.transition('attach', { attachments: ['a.png'] });
    expect(session.read().conflict?.conflicts).toMatchObject([{ field: 'note', mine: 'mine', theirs: 'theirs' }]);
    expect(server.stored).toMatchObject({ note: 'theirs', status: 'draft' });
    session.decide([]);
    expect(await session.save()).toBe(true);
    expect(server.stored).toMatchObject({ note: 'mine', reference_number: 'theirs' });
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

describe('a change whose answer was lost', () => {
  const withNewLine = async (server: Server) => {
    const session = opened(server);
    session.store.edit({ do: 'add_line', table: 'lines', fields: { ...BLANK, item_fk: 6 } });
    server.losesAnswer = true;
    expect(await session.save()).toBe(false);
    server.losesAnswer = false;
    return session;
  };

  it('does not store its new line twice when the person saves again', async () => {
    const server = new Server(STORED);
    const session = await withNewLine(server);
    write(session, 'note', 'mine');
    expect(await session.save()).toBe(true);
    expect(server.stored).toMatchObject({ note: 'mine', lines: [{ line_id: 31 }, { line_id: 32, item_fk: 6 }] });
    expect(await session.complete()).toBe(true);
    expect(server.stored?.['lines']).toHaveLength(2);
  });

  it('is merged with what somebody else has changed since', async () => {
    const server = new Server(STORED);
    const session = await withNewLine(server);
    server.change({ reference_number: 'theirs' });
    expect(await session.save()).toBe(true);
    expect(server.stored).toMatchObject({ reference_number: 'theirs', lines: [{ line_id: 31 }, { line_id: 32 }] });
  });

  it('is sent again on the document as it is now when it never arrived', async () => {
    const server = new Server(STORED);
    const session = opened(server);
    write(session, 'note', 'mine');
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
    expect(await session.save()).toBe(false);
    vi.stubGlobal('fetch', fetch);
    server.change({ reference_number: 'theirs' });
    expect(await session.save()).toBe(true);
    expect(server.stored).toMatchObject({ note: 'mine', reference_number: 'theirs' });
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
