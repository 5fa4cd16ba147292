/**
 * Numbers that the server assigns to a field of records (barcodes of the business). People also import and type such
 * numbers: the counter passes those that are stored, and numbers that a record has already are left out.
 */
import { highestNumber, type NumberSource } from '../../../domain/records/number-source.ts';
import type { ClaimStore } from '../../../event-store/port.ts';
import type { AggregateType } from '../../aggregates/aggregate-types.ts';
import type { NextId } from '../next-ids.ts';

/** The keys of a unique set (`item.item_units.barcodes`) that are taken, of these. */
export type TakenKeys = (set: string, keys: readonly string[]) => Promise<ReadonlySet<string>>;

export const takenKeysFrom =
  (store: Pick<ClaimStore, 'ownersOf'>): TakenKeys =>
  async (set, keys) =>
    new Set((await store.ownersOf(set, keys)).keys());

/** Numbers that are compared with the taken ones at once. */
const AT_ONCE = 200;

interface Sources {
  readonly nextId: NextId;
  /** Without it, no number counts as taken. */
  readonly takenKeys?: TakenKeys;
}

/** The next `count` numbers that no record of the kind has. */
export async function freeNumbers(
  { nextId, takenKeys }: Sources,
  { source, field, textOf, kind }: Pick<NumberSource, 'source' | 'field' | 'textOf'> & { readonly kind: string },
  count: number,
): Promise<readonly number[]> {
  const free: number[] = [];
  let taken: ReadonlySet<string> = new Set();
  let end = 0;
  while (free.length < count) {
    const number = await nextId(source);
    if (number >= end) {
      end = number + AT_ONCE;
      const keys = Array.from({ length: AT_ONCE }, (_, ahead) => textOf(number + ahead));
      taken = (await takenKeys?.(`${kind}.${field}`, keys)) ?? taken;
    }
    if (!taken.has(textOf(number))) free.push(number);
  }
  return free;
}

interface Decided {
  readonly kind: AggregateType;
  readonly decision: { readonly events: readonly { readonly data: unknown }[] };
}

/** Advances the counters past the numbers in the events; before these are stored, so that none can be given again. */
export async function passNumbers(store: Pick<ClaimStore, 'passId'>, all: readonly Decided[]): Promise<void> {
  for (const { kind, decision } of all) {
    if (kind.is !== 'record' || !kind.declaration.numbers) continue;
    const { source, numberIn } = kind.declaration.numbers;
    const highest = highestNumber(
      numberIn,
      decision.events.map(({ data }) => data),
    );
    if (highest > 0) await store.passId(source, highest);
  }
}
