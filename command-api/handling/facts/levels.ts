/** Level claims that a decision reads: a party's open items, and totals under declared prefixes. */

import type { BatchPlace } from '../../../domain/batches/batch-places.ts';
import { type DuePart, duePart, firstDue } from '../../../domain/debts/due-date.ts';
import type { Actor, OpenItem } from '../../../domain/deciding/facts.ts';
import type { OpenItemsOf } from '../../../domain/documents/document.ts';
import { type EffectiveDate, validDate } from '../../../domain/values/effective-date.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { money } from '../../../domain/values/money.ts';
import type { ClaimStore } from '../../../event-store/port.ts';
import type { AggregateRepository } from '../../aggregates/aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  readStream,
} from '../../aggregates/aggregate-types.ts';
import type { CommandContext } from '../../aggregates/command-context.ts';
import type { DecisionReads } from '../decision-reads.ts';
import { type BatchLevels, momentOfGoods, readBatchLevels, readBatchPlaces } from './batch-levels.ts';
import { type Collections, type KitLevels, readKitLevels } from './kit-levels.ts';
import { openedDocuments, openedKey } from './open-rates.ts';
import { readPieceLevels } from './piece-levels.ts';

export interface LevelFacts {
  /** Oldest first; reading is recorded in `reads`. */
  openItems(reads: DecisionReads): readonly OpenItem[];
  /** By key; a missing key means zero. */
  readonly totals: ReadonlyMap<string, string>;
  /** Absent when no item of the command has batches. */
  readonly batches?: BatchLevels;
  /** Absent where no batch is inside of a kit of the command. */
  readonly kits?: KitLevels | undefined;
  /** Where the batches of each item are; absent unless the declaration asks. */
  readonly places?: ReadonlyMap<number, readonly BatchPlace[]>;
}

export const NO_LEVELS: LevelFacts = { openItems: () => [], totals: new Map() };

export interface LevelSources {
  readonly store: Pick<ClaimStore, 'levels' | 'changesAfter' | 'records'>;
  readonly kinds: AggregateRegistry;
  readonly states: AggregateRepository;
  readonly collections: Collections;
  readonly actor: Actor;
  /** The shop's day. */
  readonly today: EffectiveDate;
}

/** Loads what the declaration requests, with the body's fields over those of the present state. */
export async function levelFacts(
  sources: LevelSources,
  kind: AggregateType,
  { stream, state }: { readonly stream: string; readonly state: AggregateState },
  body: unknown,
  systemCurrency: number,
  loaded: Pick<CommandContext, 'folded' | 'recordsOf'>,
): Promise<LevelFacts> {
  if (kind.is !== 'document') return NO_LEVELS;
  const own = kind.dataOf(state);
  const input = { ...own, ...membersOf(body) };
  const [batches, kits] = await Promise.all([
    readBatchLevels(sources.store, loaded, momentOfGoods(kind, input, sources.today)),
    readKitLevels(sources, loaded),
  ]);
  const { openItems, levels, saysWhere } = kind.declaration;
  const pieces = await readPieceLevels(sources.store, loaded, [own, body], batches);
  const ofPieces = pieces.map(({ key, total }) => [key, total] as const);
  const goods = { ...(batches ? { batches } : {}), kits };
  if (!openItems && !levels) return { ...NO_LEVELS, totals: new Map(ofPieces), ...goods };
  const places =
    saysWhere && batches ? await readBatchPlaces(sources.store, sources.states, loaded, sources.actor) : undefined;
  const requested = openItems?.(input, (stream) => {
    const named = loaded.folded(stream);
    return named && sources.kinds.get(readStream(stream)?.kind ?? '')?.dataOf(named.state);
  });
  const [open, totals] = await Promise.all([
    openItemsOf(sources, requested, systemCurrency),
    readTotals(sources.store, levels?.(input, own, stream) ?? []),
  ]);
  return {
    openItems: open,
    totals: new Map([...totals, ...ofPieces]),
    ...goods,
    ...(places ? { places } : {}),
  };
}

async function readTotals(store: LevelSources['store'], prefixes: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all(prefixes.map((prefix) => store.levels(prefix)));
  return new Map(found.flat().map(({ key, total }) => [key, total]));
}

/** By the key of the open item: `due:<party>:<currency>:<date>:<document>:<day>`. */
async function readDueDays(store: LevelSources['store'], prefix: string): Promise<Map<string, DuePart[]>> {
  // They change with the open amounts only, which the decision depends on.
  const levels = await store.levels(`due:${prefix.slice('open:'.length)}`);
  const parts = levels.map(({ key, total }) => {
    const end = key.lastIndexOf(':');
    return { of: `open:${key.slice('due:'.length, end)}`, part: duePart(key.slice(end + 1), total) };
  });
  return new Map([...Map.groupBy(parts, ({ of }) => of)].map(([of, own]) => [of, own.map(({ part }) => part)]));
}

/** Those of several parties say of which they are. */
async function openItemsOf(
  sources: LevelSources,
  requested: OpenItemsOf | readonly OpenItemsOf[] | undefined,
  systemCurrency: number,
): Promise<LevelFacts['openItems']> {
  if (!requested) return NO_LEVELS.openItems;
  if (!isSeveral(requested)) return readOpenItems(sources, requested, systemCurrency);
  const found = await Promise.all(requested.map((each) => readOpenItems(sources, each, systemCurrency, true)));
  return (reads) => found.flatMap((read) => read(reads));
}

const isSeveral = (requested: OpenItemsOf | readonly OpenItemsOf[]): requested is readonly OpenItemsOf[] =>
  Array.isArray(requested);

/** `open:<party>:<currency>:<date>:<document>` */
async function readOpenItems(
  { store, kinds, states }: LevelSources,
  requested: OpenItemsOf,
  systemCurrency: number,
  saysParty = false,
): Promise<LevelFacts['openItems']> {
  const { party, currency } = requested;
  const ofParty = `open:${party}:`;
  const prefix = currency === undefined ? ofParty : `${ofParty}${currency}:`;
  const levels = await store.levels(prefix);
  const isForeign = currency !== systemCurrency && (currency !== undefined || requested.withOutlets === true);
  // They change with the open amounts only, which the decision depends on.
  const residues = isForeign && levels.length > 0 ? await store.levels(`residue:${prefix.slice('open:'.length)}`) : [];
  const residueOf = new Map(residues.map(({ key, total }) => [key.replace('residue:', 'open:'), total]));
  const dueOf =
    requested.withDueDays && levels.length > 0 ? await readDueDays(store, prefix) : new Map<string, DuePart[]>();
  const open = levels.map(({ key, total }) => {
    const [of, date, document] = key.slice(ofParty.length).split(':');
    const inCurrency: { readonly currency?: number } = currency === undefined ? { currency: Number(of) } : {};
    const residue = residueOf.get(key);
    const due = firstDue(money(total), dueOf.get(key) ?? []);
    const dated = { date: validDate(date ?? ''), ...(due === undefined ? {} : { due }) };
    const item = { document: document ?? '', ...(saysParty ? { party } : {}), ...dated, ...inCurrency, amount: total };
    return residue === undefined ? item : { ...item, residue };
  });
  const documents = [...new Set(open.map((value) => value.document))];
  const isAsked = requested.withOutlets || isForeign;
  const opened = isAsked ? await openedDocuments(kinds, states, documents, requested) : undefined;
  return (reads) => {
    reads.levels(prefix, levels);
    return open.map((value) => {
      // A document's rate or place may change without a change of its level.
      const found = () => {
        const own = opened?.get(openedKey(value.document, currency ?? Number(value.currency), value.date));
        if (own) reads.stream(value.document, own.revision);
        return own;
      };
      return {
        ...value,
        get rate() {
          return found()?.rate ?? null;
        },
        get outlet() {
          return found()?.outlet;
        },
      };
    });
  };
}
