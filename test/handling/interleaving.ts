/**
 * Runs two commands in a chosen order of their steps. A command loads and decides in its first step and appends in its
 * second. Its append waits until the test continues it.
 */
import { randomUUID } from 'node:crypto';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { Append, CommandStore } from '../../event-store/port.ts';
import { everyone } from '../projector/shop.ts';

const KINDS = registryOf(documents, records);
export const NOW = new Date('2026-03-20T08:00:00Z');

/** A command of a document: a new one with a body, or a transition of an existing one. */
export interface Command {
  readonly name: string;
  readonly kind: string;
  readonly id: number;
  readonly body: object;
  readonly transition?: string;
}

export const openStore = (): CommandStore => openMemoryStore(() => NOW);

/** A store that records all batches, so that they can be appended to other stores. */
export function recording(store: CommandStore): { readonly store: CommandStore; readonly batches: Append[] } {
  const batches: Append[] = [];
  const append = async (batch: Append) => {
    const appended = await store.append(batch);
    batches.push(batch);
    return appended;
  };
  return { batches, store: over(store, append) };
}

/** The store with another `append`. */
export const over = (store: CommandStore, append: CommandStore['append']): CommandStore =>
  new Proxy(store, {
    get: (target, name) => {
      if (name === 'append') return append;
      const member = Reflect.get(target, name) as unknown;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

export interface Ran {
  /** `stored`, or the messages of the refusal. */
  readonly answer: string;
  /** The batch of its first append, with claims and reads; undefined when it was refused before. */
  readonly batch: Append | undefined;
}

/** A command that waits at its first append, or was refused. */
interface UnderWay {
  readonly finish: () => Promise<Ran>;
}

/** Loads and decides; `finish` continues the append. Each command has its own caches, like a process. */
async function begin(store: CommandStore, command: Command): Promise<UnderWay> {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let batch: Append | undefined;
  const stepped = over(store, async (given) => {
    batch ??= given;
    arrived.resolve();
    await released.promise;
    return store.append(given);
  });
  const handler = new CommandHandler({
    store: stepped,
    kinds: KINDS,
    averages: async () => new Map(),
    clock: () => NOW,
  });
  const answer = handler.handle(requestOf(command)).then(
    () => 'stored',
    (error: unknown) => {
      if (error instanceof Refusal) return error.issues.map(({ field, message }) => `${field} ${message}`).join(', ');
      throw error;
    },
  );
  await Promise.race([arrived.promise, answer]);
  return {
    finish: async () => {
      released.resolve();
      return { answer: await answer, batch };
    },
  };
}

export function requestOf({ kind, id, body, transition }: Command): CommandRequest {
  const declaration = documents.find((document) => document.kind === kind);
  if (!declaration) throw new Error(`no kind ${kind}`);
  const commands = transition
    ? [declaration.transitions[transition]?.command(body as never)]
    : declaration.create(body as never);
  const isNew = transition === undefined;
  return { declaration, id, isNew, commands, body, actor: everyone, commandId: randomUUID() };
}

/** Runs the commands one after the other. */
export async function inSeries(store: CommandStore, commands: readonly Command[]): Promise<Ran[]> {
  const ran: Ran[] = [];
  for (const command of commands) ran.push(await (await begin(store, command)).finish());
  return ran;
}

/** Both load before either appends; `first` appends first. */
export async function interleaved(store: CommandStore, [one, two]: Pair, first: 'one' | 'two'): Promise<Ran[]> {
  const [a, b] = [await begin(store, one), await begin(store, two)];
  if (first === 'one') return [await a.finish(), await b.finish()];
  const ranB = await b.finish();
  return [await a.finish(), ranB];
}

/** Decides a command, stores the others, and then appends it. */
export async function meanwhile(store: CommandStore, command: Command, others: readonly Command[]): Promise<Ran> {
  const begun = await begin(store, command);
  for (const { answer } of await inSeries(store, others)) {
    if (answer !== 'stored') throw new Error(`meanwhile: ${answer}`);
  }
  return await begun.finish();
}

export type Pair = readonly [Command, Command];

/** All results of the commands as text: events by stream, levels, and answers by command. */
export async function outcomeOf(store: CommandStore, names: readonly string[], ran: readonly Ran[]): Promise<string> {
  const streams = new Map<string, unknown[]>();
  for (const { stream, type, data } of await store.readAll(0n, 100_000)) {
    streams.set(stream, [...(streams.get(stream) ?? []), { type, data }]);
  }
  const answers = names.map((name, index) => `${name}: ${ran[index]?.answer}`).sort();
  const levels = await store.levels('');
  return JSON.stringify({ answers, levels, streams: [...streams].sort(([a], [b]) => (a < b ? -1 : 1)) }, null, 1);
}
