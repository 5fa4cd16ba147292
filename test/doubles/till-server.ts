/**
 * The server of a till, in memory: the contracts of `GET till/state`, `GET till/catalogue` and `POST till/entries`,
 * with faults of a network. It checks each entry as the server does: its hash, and that a repeated entry changes
 * nothing.
 */
import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { TillTickets } from '../../command-api/identity/at-tills/till-tickets.ts';
import { type ChainedEntry, type EntryAnswer, entryHash, NO_ENTRY } from '../../domain/till/device-entry.ts';

type Row = Readonly<Record<string, unknown>>;

interface Approval {
  readonly user_fk?: number;
  readonly pin: string;
  readonly rights: readonly string[];
  readonly entry: string;
}

export const CASHIERS = [
  { id: 7, name: 'Shilan', code: 'S7', pin: '481516', rights: ['pos_sales/store', 'closing_drawers/store'] },
  {
    id: 8,
    name: 'Karwan',
    code: 'K8',
    pin: '234299',
    rights: ['pos_sales/store', 'sales/below_minimum_price', 'users/store'],
  },
  {
    id: 9,
    name: 'Hêvî',
    code: 'H9',
    pin: '730164',
    rights: ['pos_sales/store', 'pos_sales/return_to_draft', 'pos_sales/refund_without_receipt', 'customers/store'],
  },
] as const;

const SHA256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(bytes).digest()).buffer;

export class TillServer {
  /** The real ones: a test reads the tickets that entries carry. */
  readonly tickets = new TillTickets('the secret of a server in memory');
  /** In the order in which they first arrived. */
  readonly entries: ChainedEntry[] = [];
  /** The number of requests with entries, including those whose answer was lost. */
  requests = 0;
  /** Returns whether the answer to this request with entries, counted from 1, is lost. */
  losesAnswer: (request: number) => boolean = () => false;
  /** True when the device is no longer a till. */
  isRevoked = false;
  enrolment = '01890a5d-0000-7000-8000-000000000001';
  /** Added to the server's clock. */
  clockMs = 0;
  /** Called before requests with entries are answered. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  catalogue: readonly Row[] = [];
  position = 1;
  /** The lines of changes, by the position after which they are requested. */
  readonly changes = new Map<number, readonly Row[]>();
  /** Ends the next answers of the catalogue before their last line. */
  breaksOff = false;
  /** Entries with this note are refused as malformed. */
  refusedNote: string | undefined;

  /** The picture of all items that have one. */
  picture: Buffer | undefined;
  /** The open drawers of the server. */
  openDrawers: readonly Row[] = [];
  /** The number of ended sessions. */
  signedOut = 0;
  /** The cashiers of the outlet; all when absent. */
  present: readonly number[] | undefined;
  /** The language in the profile of each cashier; others have none. */
  readonly languages = new Map<number, string>();
  #signedIn = 0;
  /** Replaced PINs by cashier. */
  readonly pins = new Map<number, string>();

  readonly plugin: FastifyPluginAsync = async (app) => {
    app.get('/till/state', async (_request, reply) => this.#guarded(reply, () => ({ data: this.#state() })));
    app.get<{ Querystring: { after?: string } }>('/till/catalogue', async ({ query }, reply) =>
      this.#guarded(reply, () => {
        reply.type('application/x-ndjson');
        return this.#catalogueText(query.after);
      }),
    );
    app.get('/till/pictures/:name', async (_request, reply) =>
      this.picture ? reply.type('image/png').send(this.picture) : reply.code(404).send(),
    );
    // Has no event stream, so the till polls.
    app.get('/till/orders', async (_request, reply) => this.#guarded(reply, () => ({ data: { count: 0 } })));
    app.post<{ Body: { entries: readonly ChainedEntry[] } }>('/till/entries', async ({ body }, reply) => {
      if (this.isRevoked) return reply.code(401).send({ code: 'unauthorized', message: 'no till' });
      this.requests += 1;
      const { requests } = this;
      const answers: EntryAnswer[] = [];
      for (const entry of body.entries) answers.push(await this.#store(entry));
      await this.beforeAnswer();
      if (this.losesAnswer(requests)) return reply.raw.destroy();
      return reply.send({ data: answers });
    });
    app.post<{ Body: { user_fk?: number; pin: string } }>('/auth/login_cashier', async ({ body }, reply) => {
      const cashier = CASHIERS.find(({ id, pin }) => id === body.user_fk && (this.pins.get(id) ?? pin) === body.pin);
      if (!cashier)
        return reply.code(422).send({ code: 'validation', message: 'Wrong', errors: { pin: ['Wrong PIN'] } });
      this.#signedIn = cashier.id;
      const pin_key = this.tickets.pinKey(this.enrolment, cashier.id, new Date(this.#now()));
      return { data: { access_token: `token-of-${cashier.id}`, pin_key } };
    });
    app.post<{ Body: Approval }>('/till/approvals', async ({ body }, reply) => {
      const supervisor = CASHIERS.find(({ id, pin }) => id === body.user_fk && pin === body.pin);
      if (!supervisor) {
        return reply.code(422).send({ code: 'validation', message: 'Wrong', errors: { pin: ['Wrong PIN'] } });
      }
      const { id, name, rights } = supervisor;
      const mayAll = body.rights.every((right) => rights.some((held) => held === right));
      if (!mayAll) return reply.code(403).send({ code: 'forbidden', message: 'May not' });
      const of = { enrolment: this.enrolment, user_fk: id, at: this.#now(), entry: body.entry, rights: body.rights };
      return { data: { user_id: id, name, rights, ticket: await this.tickets.approve(of) } };
    });
    app.post('/auth/me', async () => ({ data: { ...ME, lang: this.#languageOf(this.#signedIn) } }));
    app.post('/auth/logout', async () => {
      this.signedOut += 1;
      return { data: {} };
    });
  };

  /** Whether the stored entries are `count` entries in one chain without a gap. */
  isOneChain(count: number): boolean {
    const inOrder = this.entries.toSorted((a, b) => a.sequence - b.sequence);
    return (
      inOrder.length === count &&
      inOrder.every(({ sequence, previous }, index) => {
        const before = inOrder[index - 1];
        return sequence === index + 1 && previous === (before?.hash ?? NO_ENTRY);
      })
    );
  }

  #guarded(reply: FastifyReply, answer: () => unknown): unknown {
    if (!this.isRevoked) return answer();
    return reply.code(401).send({ code: 'unauthorized', message: 'no till' });
  }

  #state(): Row {
    const last = this.entries.toSorted((a, b) => b.sequence - a.sequence)[0];
    return {
      server_time: this.#now(),
      enrolment: this.enrolment,
      ...{ till_id: 3, till_name: 'Front', number_prefix: 'T3', outlet_id: 1, outlet_name: 'Main', inventory_id: 1 },
      cashier_login_option: 'name',
      last_sequence: last?.sequence ?? 0,
      last_hash: last?.hash ?? null,
      gaps: this.#gaps(),
      open_drawers: this.openDrawers,
      pending_orders: 0,
    };
  }

  /** Each missing number is a gap of its own. */
  #gaps(): readonly Row[] {
    const stored = new Set(this.entries.map(({ sequence }) => sequence));
    const last = Math.max(0, ...stored);
    const missing = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !stored.has(number));
    return missing.map((number) => ({ from: number, to: number }));
  }

  #now(): string {
    return new Date(Date.now() + this.clockMs).toISOString();
  }

  async #store(entry: ChainedEntry): Promise<EntryAnswer> {
    const { uuid, content } = entry;
    const known = this.entries.find((stored) => stored.uuid === uuid);
    if (known) return { uuid, state: known.hash === entry.hash ? 'stored_before' : 'refused' };
    const isForged = (await entryHash(entry, SHA256)) !== entry.hash;
    const isMalformed = 'note' in content && content.note === this.refusedNote && this.refusedNote !== undefined;
    if (isForged || isMalformed) {
      return { uuid, state: 'refused', errors: [{ field: 'content.note', message: 'The note is too long' }] };
    }
    this.entries.push(entry);
    return { uuid, state: 'stored', id: this.entries.length, number: `T3-${entry.sequence}` };
  }

  #catalogueText(after: string | undefined): string {
    const isKnown = after === undefined || this.changes.has(Number(after)) || Number(after) === this.position;
    const lines = after === undefined ? this.#whole() : (this.changes.get(Number(after)) ?? []);
    const head = { position: String(this.position), server_time: this.#now(), reset: !isKnown, counts: {} };
    const end = this.breaksOff ? [] : [{ end: true, rows: lines.length }];
    return [head, ...(isKnown ? [...lines, ...end] : [])].map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  #languageOf = (cashier: number): string | null => this.languages.get(cashier) ?? null;

  #whole(): readonly Row[] {
    const here = CASHIERS.filter(({ id }) => this.present?.includes(id) ?? true);
    const rows = here.map(({ pin: _, ...cashier }) => ({
      ...cashier,
      language: this.#languageOf(cashier.id),
      limits: {},
    }));
    return [{ table: 'cashiers', rows }, ...this.catalogue];
  }
}

const ME = {
  ...{ user_id: 7, user_name: 'Shilan', permissions: [], outlets: [], inventories: [], currencies: [] },
  ...{ lang: null, theme: null, system_currency: { currency_id: 1 }, system_settings: {} },
};
