/** The effect of each event of a batch on the books, with the earlier events that it needs. */
import type { Unreversed as CostedPosting } from '../../../domain/costing/cost-book.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import { corrected, type RateCorrection } from '../../../domain/documents/rate-correction.ts';
import type { Posting } from '../../../domain/entries/entry.ts';
import { RATE_SIDES } from '../../../domain/registry/rate-sides.ts';
import type { CurrencyId } from '../../../domain/values/rate.ts';
import { NO_STREAM } from '../../../event-store/port.ts';
import { entityOf, isSetAside, type Sources, upcastAll } from '../model.ts';
import { baseCurrencyOf, corrects, isReversalOf, postingOf, reverses } from '../postings.ts';
import { namesAccount } from './chart-rows.ts';
import { type RuleStep, ruleStep } from './cost-rules.ts';

export type Step =
  | { readonly does: 'post'; readonly event: RecordedEvent; readonly posting: Posting; readonly base: CurrencyId }
  | { readonly does: 'reverse'; readonly event: RecordedEvent; readonly unreversed: readonly UnreversedPosting[] }
  | {
      readonly does: 'correct';
      readonly event: RecordedEvent;
      readonly unreversed: readonly UnreversedPosting[];
      /** The replacement of each unreversed posting, in the same order. */
      readonly corrected: readonly UnreversedPosting[];
    }
  | { readonly does: 'name'; readonly event: RecordedEvent; readonly stream: readonly RecordedEvent[] }
  | RuleStep;

/** `position` is the position of its movements; `cause` is the position of its own event, before any correction. */
export interface UnreversedPosting extends CostedPosting {
  readonly cause: bigint;
  readonly base: CurrencyId;
}

export async function stepsOf(
  events: readonly RecordedEvent[],
  { store, setAside }: Pick<Sources, 'store' | 'setAside'>,
): Promise<Step[]> {
  const read = new Set(
    events.filter((event) => reverses(event) || corrects(event) || namesAccount(event)).map((event) => event.stream),
  );
  const streams =
    read.size === 0 ? new Map() : await store.readStreams([...read].map((stream) => ({ stream, after: NO_STREAM })));
  return events.flatMap((event): Step[] => {
    if (isSetAside(event)) return [];
    const upTo = () =>
      upcastAll(streams.get(event.stream) ?? [], setAside).filter(
        (recordedEvent: RecordedEvent) => recordedEvent.revision <= event.revision,
      );
    if (reverses(event)) return [{ does: 'reverse', event, unreversed: unreversedBefore(event, upTo()) }];
    if (corrects(event)) return [correction(event, upTo())];
    if (namesAccount(event)) return [{ does: 'name', event, stream: upTo() }];
    const posting = postingOf(event);
    const rule = posting ? undefined : ruleStep(event);
    if (rule) return [rule];
    return posting ? [{ does: 'post', event, posting, base: baseCurrencyOf(event, posting) }] : [];
  });
}

interface Unreversed {
  readonly position: bigint;
  /** The event with its corrected facts. */
  readonly event: RecordedEvent;
}

/** The document's postings that no earlier event reversed. */
function unreversedEvents(event: RecordedEvent, stream: readonly RecordedEvent[]): Unreversed[] {
  let unreversed: Unreversed[] = [];
  for (const recordedEvent of stream) {
    if (recordedEvent.revision >= event.revision) break;
    if (reverses(recordedEvent)) unreversed = unreversed.filter((one) => !isReversalOf(recordedEvent, one.event));
    if (corrects(recordedEvent)) unreversed = unreversed.map((one) => correctedBy(recordedEvent, one));
    if (postingOf(recordedEvent)) unreversed.push({ position: recordedEvent.position, event: recordedEvent });
  }
  return unreversed;
}

/** What has no rate, and posts no amount, stays as it is: a delivery, which only takes goods from the shelf. */
function correctedBy(correcting: RecordedEvent, one: Unreversed): Unreversed {
  const { event } = one;
  const { kind } = entityOf(event.stream);
  const data = corrected(event.data, RATE_SIDES.get(kind) ?? 'out', correcting.data as RateCorrection);
  if (data === event.data && postingOf(event)?.lines.length === 0) return one;
  return { position: correcting.position, event: { ...event, data } };
}

function posted({ position, event }: Unreversed): UnreversedPosting[] {
  const posting = postingOf(event);
  return posting ? [{ position, cause: event.position, posting, base: baseCurrencyOf(event, posting) }] : [];
}

function unreversedBefore(event: RecordedEvent, stream: readonly RecordedEvent[]): UnreversedPosting[] {
  return unreversedEvents(event, stream)
    .filter((one) => isReversalOf(event, one.event))
    .flatMap(posted);
}

function correction(event: RecordedEvent, stream: readonly RecordedEvent[]): Step {
  const unreversed = unreversedEvents(event, stream);
  const right = unreversed.map((value) => correctedBy(event, value));
  const wrong = unreversed.filter((one) => !right.includes(one));
  const changed = right.filter((one) => !unreversed.includes(one));
  return { does: 'correct', event, unreversed: wrong.flatMap(posted), corrected: changed.flatMap(posted) };
}
