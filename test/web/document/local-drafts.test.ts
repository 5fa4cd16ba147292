/** The name under which a new document is kept on this device, and how a kept draft is continued. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../web/shared/api/query.ts';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { Draft } from '../../../web/shared/document/model/draft.ts';
import { continued, keptOf } from '../../../web/shared/document/model/kept-session.ts';
import {
  claimDraftName,
  draftName,
  type LocalDraft,
  sourceOf,
} from '../../../web/shared/document/model/local-drafts.ts';
import { DocumentSession } from '../../../web/shared/document/model/session.ts';
import { newDraft } from '../../../web/shared/document/model/use-session.ts';
import { currentNotices } from '../../../web/shared/notify/notify.ts';
import { transactionScreens } from '../../../web/shared/party/party-transactions.ts';
import { partyDraft } from '../../../web/shared/party/payment-draft.ts';
import type { Me } from '../../../web/shared/session/session.ts';
import { BLANK, declaration, Server, STORED } from './changed-sale.ts';

type Work = (held: object | null) => unknown;

/** Locks as browsers have them: one is free a moment after its holder has released it. */
function locks() {
  const held = new Set<string>();
  const request = async (name: string, _options: object, work: Work) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name });
    } finally {
      await new Promise(setImmediate);
      held.delete(name);
    }
  };
  return { request };
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: locks() });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('location', new URL('http://shop.example/'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const NAME = '1/sales/new';

describe('the name of a new document', () => {
  it('is another one in a second window', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    expect(await claimDraftName(NAME, first.signal)).toBe(NAME);
    expect(await claimDraftName(NAME, second.signal)).toBe(`${NAME}:2`);
  });

  it('is the same for the document that follows one which released it', async () => {
    const [completed, next] = [new AbortController(), new AbortController()];
    await claimDraftName(NAME, completed.signal);
    completed.abort();
    expect(await claimDraftName(NAME, next.signal)).toBe(NAME);
  });
});

describe('the name of a payment that is begun for a party', () => {
  const me = {
    today: '2026-03-05',
    system_currency: { currency_id: 1 },
    currencies: [{ currency_id: 1 }],
    current_outlet_fk: 1,
    default_account: null,
  } as unknown as Me;
  const { declaration: payments } = transactionScreens({
    ...{ resource: 'customer_transactions', party: 'customer_fk', parties: 'customers' },
    ...{ types: ['payment'], direction: 'in' },
  });
  const nameOf = (draft: Draft) => draftName(1, 'customer_transactions', undefined, sourceOf(payments, draft));

  it('is neither that of another party nor that of a payment without one, so that no other payment is continued', () => {
    const ofParty = partyDraft(payments, me, 7);
    expect(ofParty.header).toMatchObject({ customer_fk: 7 });
    expect(nameOf(ofParty)).toBe('1/customer_transactions/new-of-party-7');
    expect(nameOf(partyDraft(payments, me, 8))).toBe('1/customer_transactions/new-of-party-8');
    expect(nameOf(newDraft(payments, me))).toBe('1/customer_transactions/new');
    expect(toBody(payments, ofParty, NO_IDENTITIES).body).not.toHaveProperty('begun_for');
  });
});

const stored = ({ stored: now }: Server) => readDocument(declaration, now ?? {});
const opened = (server: Server) => new DocumentSession(declaration, stored(server).draft, stored(server));
const write = ({ store }: DocumentSession, field: string, value: string) =>
  store.edit({ do: 'set', at: { field }, value });
const addLine = ({ store }: DocumentSession, item: number) =>
  store.edit({ do: 'add_line', table: 'lines', fields: { ...BLANK, item_fk: item } });
/** As the device stores it. */
const kept = (session: DocumentSession): LocalDraft | undefined => structuredClone(keptOf(session));
const reopened = (server: Server, from: LocalDraft | undefined) =>
  from && continued(declaration, from, stored(server).draft, stored(server));
const notes = (session: DocumentSession | undefined) => session && [session.store.state.draft.header['note']];
const items = (session: DocumentSession | undefined) =>
  session?.store.state.draft.lines.map(({ fields }) => [fields['line_id'] ?? null, fields['item_fk']]);

describe('a kept draft of a document that somebody else changed', () => {
  it('is merged with their change, and is discarded to it', async () => {
    const server = new Server(STORED);
    const window = opened(server);
    write(window, 'note', 'mine');
    addLine(window, 6);
    const from = kept(window);
    server.change({ reference_number: 'theirs' });
    const session = await reopened(server, from);
    expect(session?.store.state.draft.header).toMatchObject({ note: 'mine', reference_number: 'theirs' });
    expect([items(session), session?.dirty]).toEqual([
      [
        [31, 5],
        [null, 6],
      ],
      true,
    ]);
    session?.startOver();
    expect(session?.store.state.draft.header).toMatchObject({ note: null, reference_number: 'theirs' });
    expect([items(session), session?.dirty]).toEqual([[[31, 5]], false]);
  });

  it('has the ids of the lines that its window saved', async () => {
    const server = new Server(STORED);
    const window = opened(server);
    addLine(window, 6);
    await window.save();
    write(window, 'note', 'mine');
    const from = kept(window);
    server.change({ reference_number: 'theirs' });
    expect(items(await reopened(server, from))).toEqual([
      [31, 5],
      [32, 6],
    ]);
  });

  it('asks about a field that both changed, each time that it is opened until a person has decided', async () => {
    const server = new Server(STORED);
    const window = opened(server);
    write(window, 'note', 'mine');
    const from = kept(window);
    server.change({ note: 'theirs' });
    const session = await reopened(server, from);
    const conflicts = [{ field: 'note', mine: 'mine', theirs: 'theirs' }];
    expect(session?.read().conflict?.conflicts).toMatchObject(conflicts);
    if (session) addLine(session, 6);
    const again = await reopened(server, session && kept(session));
    expect(again?.read().conflict?.conflicts).toMatchObject(conflicts);
    expect(items(again)).toEqual([
      [31, 5],
      [null, 6],
    ]);
  });

  it('asks about all differing values when an earlier version kept it, without its starting point', async () => {
    const server = new Server({ ...STORED, reference_number: 'R' });
    const window = opened(server);
    write(window, 'note', 'mine');
    const from = kept(window);
    server.change({ reference_number: 'theirs' });
    const session = await reopened(server, from && { ...from, saved: undefined });
    expect(session?.read().conflict?.conflicts.map(({ field }) => field)).toEqual(['reference_number']);
    expect([notes(session), items(session)]).toEqual([['mine'], [[31, 5]]]);
  });

  it('is not restored into a completed one, and the person is told', async () => {
    const server = new Server(STORED);
    const window = opened(server);
    write(window, 'note', 'mine');
    const from = kept(window);
    server.change({ status: 'complete', possible: ['return_to_draft'] });
    const told = currentNotices().unread;
    expect(await reopened(server, from)).toBeUndefined();
    expect(currentNotices().unread).toBe(told + 1);
  });
});

describe('a kept draft whose change was stored without an answer', () => {
  it('is in the document already', async () => {
    const server = new Server(STORED);
    const window = opened(server);
    addLine(window, 6);
    server.losesAnswer = true;
    expect(await window.autosave()).toBe(false);
    const from = kept(window);
    server.losesAnswer = false;
    expect([await reopened(server, from), stored(server).draft.lines.length]).toEqual([undefined, 2]);
  });

  it('adds its lines once when more was typed afterwards', async () => {
    const server = new Server(STORED);
    const window = opened(server);
    addLine(window, 6);
    server.losesAnswer = true;
    await window.autosave();
    write(window, 'note', 'mine');
    const from = kept(window);
    server.losesAnswer = false;
    server.change({ reference_number: 'theirs' });
    const session = await reopened(server, from);
    expect([notes(session), items(session)]).toEqual([
      ['mine'],
      [
        [31, 5],
        [32, 6],
      ],
    ]);
    expect(session?.store.state.draft.header['reference_number']).toBe('theirs');
  });
});
