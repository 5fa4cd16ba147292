/**
 * Adds the moved batches to the events of every document that moves goods (docs/decisions/0083). Named batches are
 * checked, missing ones are suggested, and the result is stored with the posting event, so that books, levels and
 * reports agree.
 */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Decider } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import type { Posting } from '../entries/entry.ts';
import { tracksBatches } from '../values/batch.ts';
import { listOf, type Members, membersOf } from '../values/members.ts';
import { type Issue, Issues } from '../values/refusal.ts';
import { goodsLines } from './batch-lines.ts';
import { decidedBatches } from './batch-rules.ts';

/** The part of a declaration that is read. */
interface Declared {
  readonly kind: string;
  readonly holds?: string;
  readonly postings: object;
}

/** Returns the decider with moved batches in its events. Throws Refusal for every line with wrong batches. */
export function withBatchesMoved<State, Command, Event extends DomainEvent>(
  { kind, holds = 'data', postings }: Declared,
  decider: Decider<State, Command, Event, Facts>,
): Decider<State, Command, Event, Facts> {
  const rules = new Map<string, Posts>(Object.entries(postings));

  function moved(event: Event, state: State, facts: Facts): Event {
    const { all } = goodsLines(membersOf(event.data));
    if (!all.some(({ fields }) => hasBatches(fields, facts) || areKits(fields, facts))) return event;
    const stream = `${kind}-${facts.ownId ?? 0}`;
    const posting = rules.get(event.type)?.post?.(event.data, stream);
    if (!posting?.movements.some(({ pool }) => pool.kind === 'stock')) return event;
    const { batches: _before, returned_batches: _returned, ...data } = membersOf(event.data);
    const issues = new Issues();
    const isOfDevice = data['device'] !== undefined;
    const own = membersOf(membersOf(state)[holds]);
    const context = { kind, stream, state: membersOf(state), own, data, facts, isOfDevice };
    const { moved: batches, returned } = decidedBatches(posting, context, issues);
    // Documents paid at a till are stored anyway; violations are recorded for a review.
    if (!isOfDevice) issues.throwIfAny();
    const broken = [...listOf(data['broken']), ...issues.list.map(brokenRule)];
    return {
      ...event,
      data: {
        ...data,
        ...(broken.length > 0 ? { broken } : {}),
        ...(batches.length > 0 ? { batches } : {}),
        ...(returned.length > 0 ? { returned_batches: returned } : {}),
      },
    };
  }

  return {
    initial: decider.initial,
    evolve: (state, event) => decider.evolve(state, event),
    decide: (command, state, facts) => decider.decide(command, state, facts).map((event) => moved(event, state, facts)),
  };
}

/** True when the line's item has batches, or the line names some. */
function hasBatches(line: Members, facts: Facts): boolean {
  if (line['batches'] !== undefined || line['batch_number'] !== undefined) return true;
  const { item_fk } = line;
  return typeof item_fk === 'number' && tracksBatches(facts.record<ItemData>('item', item_fk)?.data);
}

/** True when batches are known to be inside of the line's goods. */
const areKits = ({ item_fk }: Members, facts: Facts): boolean =>
  typeof item_fk === 'number' && facts.kits?.(item_fk) !== undefined;

interface Posts {
  readonly post?: (data: unknown, stream: string) => Posting | undefined;
}

const brokenRule = ({ field, message, params }: Issue) => ({
  rule: message,
  field,
  ...(params === undefined ? {} : { values: params }),
});
