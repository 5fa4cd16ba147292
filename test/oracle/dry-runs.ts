/** Runs every command of a business as a dry run, and compares the answer with that of the commit. */
import { randomUUID } from 'node:crypto';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import { parseFixed } from '../../domain/values/fixed-point.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { CommandStore } from '../../event-store/port.ts';
import type { Shop } from '../projector/shop.ts';

const SCALE = 15;

export interface Difference {
  readonly kind: string;
  readonly commands: readonly unknown[];
  readonly tried: unknown;
  readonly done: unknown;
}

/** `stateOf` returns everything that is stored, as text; a dry run must not change it. */
export class DryRuns {
  readonly differences: Difference[] = [];
  /** Numbers of refused and of stored commands. */
  readonly counts = { refused: 0, stored: 0 };
  readonly #stateOf: () => Promise<string>;
  readonly #store: CommandStore;

  constructor(store: CommandStore, stateOf: () => Promise<string>) {
    this.#store = store;
    this.#stateOf = stateOf;
  }

  watch(shop: Shop): void {
    shop.handle = async (request) => {
      const before = [await this.#stateOf(), await this.#store.head()] as const;
      const tried = await outcomeOf(() => shop.handler.handle({ ...request, dryRun: true, commandId: randomUUID() }));
      if ((await this.#stateOf()) !== before[0]) this.#add(request, 'stored nothing', 'changed what is stored');
      const done = await outcomeOf(() => shop.handler.handle(request));
      await this.#compare(request, tried, done, before[1]);
      if ('error' in done) throw done.error;
      return done.answer;
    };
  }

  async #compare(request: CommandRequest, tried: Outcome, done: Outcome, head: bigint): Promise<void> {
    if ('error' in tried || 'error' in done) {
      this.counts.refused += 1;
      this.#add(request, refusalOf(tried), refusalOf(done));
      return;
    }
    this.counts.stored += 1;
    const stored = await this.#store.readAll(head, 10_000);
    this.#add(request, effectOf(tried.answer, tried.answer.preview?.events ?? []), effectOf(done.answer, stored));
    const balances = tried.answer.preview?.balances ?? [];
    for (const { key, after } of balances) {
      const [level] = await this.#store.levels(key, 1);
      const total = level?.key === key ? level.total : '0';
      this.#add(request, { key, after: parseFixed(after, SCALE) }, { key, after: parseFixed(total, SCALE) });
    }
  }

  #add({ declaration, commands }: CommandRequest, tried: unknown, done: unknown): void {
    if (text(tried) !== text(done)) this.differences.push({ kind: declaration.kind, commands, tried, done });
  }
}

type Outcome = { readonly answer: CommandAnswer } | { readonly error: unknown };

async function outcomeOf(work: () => Promise<CommandAnswer>): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { error };
    throw error;
  }
}

function refusalOf(outcome: Outcome): unknown {
  if (!('error' in outcome)) return 'stored';
  const { code, issues, details } = outcome.error as Refusal;
  return { code, issues, details };
}

/** The effect of a command without document numbers, which a dry run does not have. */
const effectOf = ({ id, stream, state }: CommandAnswer, events: readonly { type: string; data: unknown }[]) => ({
  ...{ id, stream, state: withoutNumber(state) },
  events: events.map(({ type, data }) => ({ type, data: withoutNumber(data) })),
});

function withoutNumber(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumber);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'number');
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutNumber(inner)]));
}

/** A text of `value` that does not depend on the order of fields. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, entry: unknown) => {
    if (typeof entry === 'bigint') return String(entry);
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
    return Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
