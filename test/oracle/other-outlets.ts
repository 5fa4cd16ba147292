/**
 * Replaces each reference of every command of a business by what belongs to another outlet, and asks whether a person
 * of one outlet, with all permissions, is refused there. What they are allowed must stay in their outlet.
 */
import { randomUUID } from 'node:crypto';
import { readStream, streamOf } from '../../command-api/aggregates/aggregate-types.ts';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import { isGiven } from '../../command-api/handling/scope.ts';
import { accountNumber, accountOf, isCashAccount, recordOf } from '../../domain/chart/chart.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { type RecordData, recordStateOf } from '../../domain/records/record.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { concernsAllOutlets } from '../../domain/registry/whole-business.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';
import { everyone, type Shop } from '../projector/shop.ts';

/** Kinds whose records belong to an outlet. */
const SCOPED: ReadonlySet<string> = new Set(records.filter(({ scope }) => scope).map(({ kind }) => kind));
const KIND_OF: ReadonlyMap<string, string> = new Map(
  [...documents, ...records].map(({ resource, kind }) => [resource, kind]),
);
const IS_DOCUMENT: ReadonlySet<string> = new Set(documents.map(({ kind }) => kind));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly [mark: `x-${string}`]: unknown;
}

/** A field of a body that names something of one outlet. */
export interface Field {
  /** With `*` for each line: `lines.*.promotion_fk`. */
  readonly pattern: string;
  /** The kind of the record or document; `account` for the number of an account, `stream` for `sale-12`. */
  readonly to: string;
}

/** The fields of a schema that name what belongs to an outlet, at any depth. */
export function fieldsNaming(schema: unknown): readonly Field[] {
  const found = new Map<string, Field>();
  const visit = (node: Schema | undefined, path: readonly string[]): void => {
    if (!node) return;
    const pattern = path.join('.');
    const kind = KIND_OF.get(String(node['x-lookup'] ?? ''));
    const isOfOutlet = kind !== undefined && (SCOPED.has(kind) || IS_DOCUMENT.has(kind));
    if (isOfOutlet) found.set(pattern, { pattern, to: kind });
    else if (node['x-account'] === true) found.set(pattern, { pattern, to: 'account' });
    else if (path.at(-1) === 'document' && path.length > 1) found.set(pattern, { pattern, to: 'stream' });
    for (const [name, inner] of Object.entries(node.properties ?? {})) visit(inner, [...path, name]);
    if (node.items) visit(node.items, [...path, '*']);
    for (const inner of [...(node.anyOf ?? []), ...(node.allOf ?? [])]) visit(inner, path);
  };
  visit(schema as Schema, []);
  return [...found.values()];
}

/** The bodies of a kind of document, by the step that takes them. */
export function stepsOf(declaration: DocumentDeclaration): ReadonlyMap<string, unknown> {
  const { body, change, transitions } = declaration;
  return new Map<string, unknown>([
    ['enter', body],
    ...(change ? [['change', body] as const] : []),
    ...Object.entries(transitions).flatMap(([name, step]) => (step.body ? [[name, step.body] as const] : [])),
  ]);
}

/** The name of a field of a step: `sale enter lines.*.promotion_fk`. */
export const fieldName = (kind: string, step: string, { pattern }: Field): string => `${kind} ${step} ${pattern}`;

/** Every field of every step of every document. */
export const everyField = (): readonly string[] =>
  documents.flatMap((declaration) =>
    [...stepsOf(declaration)].flatMap(([step, schema]) =>
      fieldsNaming(schema).map((field) => fieldName(declaration.kind, step, field)),
    ),
  );

/** A person with all permissions of one outlet and its inventories. */
export function personOf(outlet: number, inventories: ReadonlySet<number>): Actor {
  return {
    user_id: 1,
    can: (permission) => !permission.split('##').every(concernsAllOutlets),
    holds: () => true,
    hasOutlet: (id) => id === outlet,
    hasInventory: (id) => inventories.has(id),
    hasAllOutlets: false,
    hasRecentProof: true,
  };
}

/** Goods are sent to any outlet: its people receive them. */
export const RECEIVING: ReadonlySet<string> = new Set(
  ['stock_transfer', 'sale_transfer', 'sale_transfer_return'].flatMap((kind) =>
    ['enter', 'change'].flatMap((step) => [`${kind} ${step} to_outlet_fk`, `${kind} ${step} to_inventory_fk`]),
  ),
);

/** Fields that no command of a person of one outlet has. */
export const NOT_GENERATED: Readonly<Record<string, string>> = {
  'recalculation enter inventory_fk.*': 'a recalculation needs all outlets: test/api/all-outlets.test.ts',
  'settlement enter account': 'no account of an outlet is taken: test/posting/settlement.test.ts',
};

type Body = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** How a command is made from its body. */
interface Making {
  readonly step: string;
  readonly schema: unknown;
  commands(body: object): readonly unknown[];
}

type Outcome = { readonly answer: CommandAnswer } | { readonly refusal: Refusal };

/** Tries a command as a person of an outlet, by another door than the pipeline of commands: as a request of HTTP. */
export type Door = (request: CommandRequest, step: string, outlet: number) => Promise<Outcome>;

/** Times that a field is tried with a conclusive outcome. */
const TIMES = 2;
const CANDIDATES = 3;

export class OtherOutlets {
  /** What a person of one outlet was allowed with another one: each is a defect. */
  readonly leaks: string[] = [];
  /** Fields at which another outlet was refused, or not looked at. */
  readonly held = new Map<string, number>();
  /** Fields at which the command was refused for other reasons only, with the last refusal. */
  readonly unclear = new Map<string, string>();
  /** Fields that named the receiving outlet of goods. */
  readonly sent = new Set<string>();
  /** Kinds and steps that a person of their outlet was refused, with the last refusal. */
  readonly refused = new Map<string, string>();
  /** Kinds and steps that a person of one outlet did. */
  readonly done = new Map<string, number>();
  readonly #store: CommandStore;
  readonly #asks: (name: string) => boolean;
  readonly #door: Door | undefined;
  #shop: Shop | undefined;
  #making: Making | undefined;
  readonly #registered: { readonly kind: string; readonly id: number; readonly data: Body }[] = [];
  readonly #copies = new Map<string, number>();

  /** `asks` chooses the fields that are replaced. */
  constructor(store: CommandStore, asks: (name: string) => boolean = () => true, door?: Door) {
    this.#store = store;
    this.#asks = asks;
    this.#door = door;
  }

  watch(shop: Shop): void {
    this.#shop = shop;
    const { enter, change, transit } = { enter: shop.enter, change: shop.change, transit: shop.transit };
    const making = async <Result>(making: Making | undefined, work: () => Promise<Result>): Promise<Result> => {
      this.#making = making;
      try {
        return await work();
      } finally {
        this.#making = undefined;
      }
    };
    shop.enter = async (kind, body) => {
      const document = documents.find((declaration) => declaration.kind === kind);
      const answer = await making(
        document && { step: 'enter', schema: document.body, commands: (given) => document.create(given) },
        () => enter.call(shop, kind, body),
      );
      if (answer && !document) this.#registered.push({ kind, id: answer.id, data: body as Body });
      return answer;
    };
    shop.change = (kind, id, body) => {
      const document = documents.find((declaration) => declaration.kind === kind);
      const commands = (given: object) => [document?.change?.(given)];
      return making(document?.change && { step: 'change', schema: document.body, commands }, () =>
        change.call(shop, kind, id, body),
      );
    };
    shop.transit = (kind, id, name, body) => {
      const step = documents.find((declaration) => declaration.kind === kind)?.transitions[name];
      const commands = (given: object) => [step?.command(given)];
      return making(step && { step: name, schema: step.body, commands }, () =>
        transit.call(shop, kind, id, name, body),
      );
    };
    shop.handle = (request) => this.#handle(shop, request);
  }

  async #handle(shop: Shop, request: CommandRequest): Promise<CommandAnswer> {
    const making = this.#making;
    const { declaration } = request;
    if (!making || !('create' in declaration)) return shop.handler.handle(request);
    // A request of HTTP takes longer, so those without a field that is asked about are left out.
    if (this.#door && !this.#isAsked(declaration, making)) return shop.handler.handle(request);
    const tried = await this.#try(request, everyone);
    const outlet = 'answer' in tried && (await this.#ownOutlet(request, tried.answer, making.step));
    if (!outlet) return shop.handler.handle(request);
    const actor = this.#personOf(outlet);
    for (const field of making.schema ? fieldsNaming(making.schema) : []) {
      await this.#replace(request, making, field, outlet);
    }
    await this.#strangers(request, making, outlet);
    const head = await this.#store.head();
    const answer = await shop.handler.handle({ ...request, actor });
    await this.#stayedAtHome(request, making, outlet, head);
    if (making.step === 'enter') await this.#changeDraft(request, making, outlet);
    return answer;
  }

  /** True when a field of this step, or of a change to the draft, is to be replaced and was not often enough. */
  #isAsked({ kind, body, change }: DocumentDeclaration, { step, schema }: Making): boolean {
    const isLeft = (name: string): boolean => this.#asks(name) && (this.held.get(name) ?? 0) < TIMES;
    const changing =
      step === 'enter' && change ? fieldsNaming(body).map((field) => fieldName(kind, 'change', field)) : [];
    return [...fieldsNaming(schema).map((field) => fieldName(kind, step, field)), ...changing].some(isLeft);
  }

  readonly #drafts = new Map<string, number>();

  /** Enters the same as a draft, and changes it. */
  async #changeDraft(request: CommandRequest, { commands }: Making, outlet: number): Promise<void> {
    const declaration = request.declaration as DocumentDeclaration;
    const { kind, change, body: schema } = declaration;
    const place = `${kind} ${outlet}`;
    const asked = fieldsNaming(schema).filter((field) => this.#asks(fieldName(kind, 'change', field)));
    if (!change || asked.length === 0 || (this.#drafts.get(place) ?? 0) >= TIMES) return;
    this.#drafts.set(place, (this.#drafts.get(place) ?? 0) + 1);
    const actor = this.#personOf(outlet);
    const body = { ...(request.body as Body), status: undefined };
    const draft = { ...request, actor, body, commands: commands(body), commandId: randomUUID() };
    const { id } = await (this.#shop as Shop).handler.handle(draft);
    const making = { step: 'change', schema, commands: (given: object) => [change(given)] };
    const changed = { ...draft, id, commands: making.commands(body), commandId: randomUUID() };
    if ('refusal' in (await this.#tryAs(changed, 'change', outlet))) return;
    for (const field of asked) await this.#replace(changed, making, field, outlet);
    await this.#strangers(changed, making, outlet);
  }

  /** The outlet of the document whose person may do it: that of either side of a transfer. */
  async #ownOutlet(request: CommandRequest, { state }: CommandAnswer, step: string): Promise<number | undefined> {
    const place = (request.declaration as DocumentDeclaration).place(state);
    for (const outlet of [place?.outlet, place?.receiving?.outlet]) {
      if (outlet === undefined) continue;
      const outcome = await this.#tryAs(request, step, outlet);
      if ('answer' in outcome) return outlet;
      const { code, issues } = outcome.refusal;
      this.refused.set(`${request.declaration.kind} ${step}`, `${code} ${JSON.stringify(issues)}`.slice(0, 300));
    }
    return undefined;
  }

  #personOf(outlet: number): Actor {
    const inventories = this.#registered.filter(
      ({ kind, data }) => kind === 'inventory' && data['outlet_fk'] === outlet,
    );
    return personOf(outlet, new Set(inventories.map(({ id }) => id)));
  }

  #tryAs(request: CommandRequest, step: string, outlet: number): Promise<Outcome> {
    return this.#door?.(request, step, outlet) ?? this.#try(request, this.#personOf(outlet));
  }

  async #try(request: CommandRequest, actor: Actor): Promise<Outcome> {
    try {
      const dry = { ...request, actor, dryRun: true, confirmed: true, commandId: randomUUID() };
      return { answer: await (this.#shop as Shop).handler.handle(dry) };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw error;
    }
  }

  /** The same command by people of the other outlets: it is not found, unless the goods are on their way to them. */
  async #strangers(request: CommandRequest, { step }: Making, outlet: number): Promise<void> {
    const { declaration, id } = request;
    if (id === undefined) return;
    const stream = streamOf(declaration.kind, id);
    const state = (await (this.#shop as Shop).handler.states.read([stream])).get(stream)?.state;
    const place = state && (declaration as DocumentDeclaration).place(state);
    for (const { id: other } of this.#registered.filter(({ kind }) => kind === 'outlet')) {
      if (other === outlet || !place || isGiven(place, this.#personOf(other))) continue;
      const outcome = await this.#tryAs(request, step, other);
      const code = 'answer' in outcome ? 'accepted' : outcome.refusal.code;
      if (code !== 'not_found') this.leaks.push(`${declaration.kind} ${step} by a person of outlet ${other}: ${code}`);
    }
  }

  async #replace(request: CommandRequest, making: Making, field: Field, outlet: number): Promise<void> {
    const name = fieldName(request.declaration.kind, making.step, field);
    if (!this.#asks(name) || (this.held.get(name) ?? 0) >= TIMES) return;
    for (const path of pathsOf(request.body, field.pattern.split('.'))) {
      for (const other of await this.#others(request, field, valueAt(request.body, path), outlet)) {
        const body = withValue(request.body, path, other);
        const changed = { ...request, body, commands: making.commands(body as object) };
        const outcome = await this.#tryAs(changed, making.step, outlet);
        const at = path.join('.');
        if ('answer' in outcome) {
          const { events = [] } = outcome.answer.preview ?? {};
          if (!isTaken(field, at, other, events)) this.#hold(name);
          else if (RECEIVING.has(name)) this.sent.add(name);
          else this.leaks.push(`${name}: ${JSON.stringify(other)} is taken`);
        } else if (isRefusedAt(outcome.refusal, at)) this.#hold(name);
        else this.unclear.set(name, `${outcome.refusal.code} ${JSON.stringify(outcome.refusal.issues)}`.slice(0, 200));
      }
    }
  }

  #hold(name: string): void {
    this.held.set(name, (this.held.get(name) ?? 0) + 1);
  }

  /** What belongs to other outlets and could be in place of `value`. */
  async #others(request: CommandRequest, { to }: Field, value: unknown, outlet: number): Promise<readonly unknown[]> {
    if (to === 'account') {
      const account = typeof value === 'number' ? accountOf(value) : undefined;
      const record = account && recordOf(account);
      if (!account || !record || !SCOPED.has(record.kind)) return [];
      const others = await this.#records(request, record.kind, record.id, outlet);
      return isCashAccount(account) || record.kind !== 'cash'
        ? others.map((of) => accountNumber({ ...account, of }))
        : [];
    }
    if (to === 'stream') {
      const named = readStream(String(value));
      return named ? (await this.#documents(named.kind, outlet)).map((id) => streamOf(named.kind, id)) : [];
    }
    if (SCOPED.has(to)) return this.#records(request, to, typeof value === 'number' ? value : undefined, outlet);
    return this.#documents(to, outlet);
  }

  /** What there is of a kind in other outlets. */
  async elsewhere(kind: string, outlet: number): Promise<readonly number[]> {
    if (IS_DOCUMENT.has(kind)) return this.#documents(kind, outlet);
    const known = this.#registered.filter((record) => record.kind === kind);
    const isThere = ({ id, data }: (typeof known)[number]): boolean =>
      kind === 'outlet' ? id !== outlet : typeof data['outlet_fk'] === 'number' && data['outlet_fk'] !== outlet;
    return known.filter(isThere).map(({ id }) => id);
  }

  async #documents(kind: string, outlet: number): Promise<readonly number[]> {
    const shop = this.#shop as Shop;
    const ids = shop.entered.filter((entered) => entered.kind === kind).map(({ id }) => id);
    const streams = ids.map((id) => streamOf(kind, id));
    const states = await shop.handler.states.read(streams);
    const declaration = documents.find((document) => document.kind === kind);
    const elsewhere = ids.filter((id) => {
      const state = states.get(streamOf(kind, id))?.state;
      const place = state && declaration?.place(state);
      return place !== undefined && place.outlet !== outlet && place.receiving?.outlet !== outlet;
    });
    return elsewhere.slice(-CANDIDATES);
  }

  /** Records of other outlets: those that are there, or a copy of the one that is named. */
  async #records(
    { body }: CommandRequest,
    kind: string,
    named: number | undefined,
    outlet: number,
  ): Promise<readonly number[]> {
    const known = this.#registered.filter((record) => record.kind === kind);
    if (kind === 'outlet') return known.filter(({ id }) => id !== outlet).map(({ id }) => id);
    if (kind === 'inventory') return known.filter(({ data }) => data['outlet_fk'] !== outlet).map(({ id }) => id);
    const currency = (body as Body)['currency_fk'];
    const like =
      known.find(({ id }) => id === named) ?? known.find(({ data }) => data['currency_fk'] === currency) ?? known[0];
    const elsewhere = this.#registered.find(({ kind, id }) => kind === 'outlet' && id !== outlet)?.id;
    if (!like || elsewhere === undefined) return [];
    return [await this.#copied(kind, like, elsewhere)];
  }

  async #copied(kind: string, like: { readonly id: number; readonly data: Body }, outlet: number): Promise<number> {
    const key = `${kind} ${like.id} ${outlet}`;
    const there = this.#copies.get(key);
    if (there) return there;
    const declaration = records.find((record) => record.kind === kind);
    if (!declaration) throw new Error(`no kind ${kind}`);
    const own = Object.fromEntries(
      [...new Set([...declaration.unique, declaration.nameField])]
        .filter((field) => typeof like.data[field] === 'string')
        .map((field) => [field, `there${outlet}.${like.data[field]}`]),
    );
    const data = {
      ...like.data,
      ...own,
      outlet_fk: outlet,
      ...(kind === 'user' ? { outlets: [outlet], status: 'inactive' } : {}),
    };
    const copied = { declaration, commands: [{ type: 'register', data }], body: data as RecordData };
    const copy = { ...copied, actor: everyone, confirmed: true, commandId: randomUUID() };
    const { id } = await (this.#shop as Shop).handler.handle(copy).catch((error: unknown) => {
      throw new Error(`no copy of ${kind} for another outlet`, { cause: error });
    });
    this.#copies.set(key, id);
    return id;
  }

  /** Everything that was stored belongs to the outlet, and what it posts is in the books of the outlet. */
  async #stayedAtHome(request: CommandRequest, { step }: Making, outlet: number, head: bigint): Promise<void> {
    const { states } = (this.#shop as Shop).handler;
    const actor = this.#personOf(outlet);
    const stored = await this.#store.readAll(head, 10_000);
    const name = `${request.declaration.kind} ${step}`;
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
    for (const stream of new Set(stored.map((event) => event.stream))) {
      const kind = readStream(stream)?.kind ?? '';
      const state = (await states.read([stream])).get(stream)?.state;
      const declaration = documents.find((document) => document.kind === kind);
      if (state && declaration) {
        const place = declaration.place(state);
        if (place && !isGiven(place, actor)) this.leaks.push(`${name} writes ${stream} of another outlet`);
        const posted = declaration.postingsOf(state, stream);
        const outlets = posted.flatMap(({ lines }) => lines.map((line) => line.outlet));
        if (!place?.receiving && outlets.some((id) => id !== outlet)) this.leaks.push(`${name} posts elsewhere`);
      }
      const record = recordStateOf(state);
      const { scope } = records.find((one) => one.kind === kind) ?? {};
      if (scope && record && record.status !== 'none' && record.data['outlet_fk'] !== outlet) {
        this.leaks.push(`${name} writes ${stream} of another outlet`);
      }
    }
  }
}

/** A field that its document ignores is in none of its events. */
function isTaken(
  { pattern }: Field,
  at: string,
  other: unknown,
  events: readonly { readonly data: unknown }[],
): boolean {
  const name = pattern.endsWith('.*') ? pattern.split('.').at(-2) : at.split('.').at(-1);
  const visit = (value: unknown, field: string): boolean => {
    if (field === name && value === other) return true;
    if (Array.isArray(value)) return value.some((one) => visit(one, field));
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([inner, one]) => visit(one, inner));
  };
  return events.some(({ data }) => visit(data, ''));
}

/** Not found, forbidden, or a refusal of the field, of its line or of something in it. */
function isRefusedAt({ code, issues }: Refusal, at: string): boolean {
  if (code === 'not_found' || code === 'forbidden') return true;
  const line = at.replace(/\.[^.]+$/, '');
  return issues.some(({ field }) => field === at || field.startsWith(`${at}.`) || (field !== '' && field === line));
}

/** The places of a pattern in a body: in each of its lines, and where it is left out. */
function pathsOf(body: unknown, [first, ...rest]: readonly string[], so: Path = []): readonly Path[] {
  if (first === undefined) return [so];
  if (first === '*') {
    if (!Array.isArray(body)) return [];
    const found = body.flatMap((one, index) => pathsOf(one, rest, [...so, index]));
    // A list of ids may take one more.
    return rest.length === 0 ? [...found, [...so, body.length]] : found;
  }
  if (rest.length > 0 && (typeof body !== 'object' || body === null)) return [];
  const inner = (body as Body | null)?.[first];
  if (rest.length > 0 && (inner === undefined || inner === null)) return [];
  return pathsOf(inner, rest, [...so, first]);
}

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, part) => (value as Body | undefined)?.[part], body);

function withValue(body: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  const parent = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>((inner, part) => inner[part] as Record<string | number, unknown>, copy);
  parent[path.at(-1) as string | number] = value;
  return copy;
}
