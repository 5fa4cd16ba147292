/** What each event of a batch asks of the books, with everything that must be read for it. */
import type { Standing as CostedPosting } from '../../../domain/costing/cost-book.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { CurrencyId } from '../../../domain/kernel/rate.ts';
import { corrected, type RateCorrection } from '../../../domain/kernel/rate-correction.ts';
import type { Posting } from '../../../domain/posting/entry.ts';
import { NO_STREAM } from '../../../event-store/port.ts';
import { entityOf, isSetAside, newest, type Sources } from '../model.ts';
import { baseCurrencyOf, corrects, postingOf, reverses, takesBack } from '../postings.ts';
import { namesAccount } from './chart-rows.ts';
import { type RuleStep, ruleStep } from './cost-rules.ts';

export type Step =
  | { readonly does: 'post'; readonly event: RecordedEvent; readonly posting: Posting; readonly base: CurrencyId }
  | { readonly does: 'reverse'; readonly event: RecordedEvent; readonly standing: readonly StandingPosting[] }
  | {
      readonly does: 'correct';
      readonly event: RecordedEvent;
      readonly standing: readonly StandingPosting[];
      /** In the place of each that stands. */
      readonly corrected: readonly StandingPosting[];
    }
  | { readonly does: 'name'; readonly event: RecordedEvent; readonly stream: readonly RecordedEvent[] }
  | RuleStep;

/** `position` is where its movements stand; `cause` is its own event, before any correction. */
export interface StandingPosting extends CostedPosting {
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
      newest(streams.get(event.stream) ?? [], setAside).filter(
        (each: RecordedEvent) => each.revision <= event.revision,
      );
    if (reverses(event)) return [{ does: 'reverse', event, standing: standingBefore(event, upTo()) }];
    if (corrects(event)) return [correction(event, upTo())];
    if (namesAccount(event)) return [{ does: 'name', event, stream: upTo() }];
    const posting = postingOf(event);
    const rule = posting ? undefined : ruleStep(event);
    if (rule) return [rule];
    return posting ? [{ does: 'post', event, posting, base: baseCurrencyOf(event, posting) }] : [];
  });
}

interface Standing {
  readonly position: bigint;
  /** With its facts as they were corrected. */
  readonly event: RecordedEvent;
}

/** What a document posted that nothing took back before this event. */
function standingEvents(event: RecordedEvent, stream: readonly RecordedEvent[]): Standing[] {
  let standing: Standing[] = [];
  for (const each of stream) {
    if (each.revision >= event.revision) break;
    if (reverses(each)) standing = standing.filter((one) => !takesBack(each, one.event.type));
    if (corrects(each)) standing = standing.map((one) => correctedBy(each, one));
    if (postingOf(each)) standing.push({ position: each.position, event: each });
  }
  return standing;
}

function correctedBy(correcting: RecordedEvent, { event }: Standing): Standing {
  const { kind } = entityOf(event.stream);
  const data = corrected(event.data, kind, correcting.data as RateCorrection);
  return { position: correcting.position, event: { ...event, data } };
}

function posted({ position, event }: Standing): StandingPosting[] {
  const posting = postingOf(event);
  return posting ? [{ position, cause: event.position, posting, base: baseCurrencyOf(event, posting) }] : [];
}

function standingBefore(event: RecordedEvent, stream: readonly RecordedEvent[]): StandingPosting[] {
  return standingEvents(event, stream)
    .filter((one) => takesBack(event, one.event.type))
    .flatMap(posted);
}

function correction(event: RecordedEvent, stream: readonly RecordedEvent[]): Step {
  const standing = standingEvents(event, stream);
  const right = standing.map((each) => correctedBy(event, each));
  return { does: 'correct', event, standing: standing.flatMap(posted), corrected: right.flatMap(posted) };
}
