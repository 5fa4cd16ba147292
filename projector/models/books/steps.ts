/** What each event of a batch asks of the books, with everything that must be read for it. */
import type { Standing } from '../../../domain/costing/cost-book.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { CurrencyId } from '../../../domain/kernel/rate.ts';
import type { Posting } from '../../../domain/posting/entry.ts';
import { NO_STREAM } from '../../../event-store/port.ts';
import { newest, type Sources } from '../model.ts';
import { baseCurrencyOf, postingOf, reverses } from '../postings.ts';
import { namesAccount } from './chart-rows.ts';

export type Step =
  | { readonly does: 'post'; readonly event: RecordedEvent; readonly posting: Posting; readonly base: CurrencyId }
  | { readonly does: 'reverse'; readonly event: RecordedEvent; readonly standing: readonly StandingPosting[] }
  | { readonly does: 'name'; readonly event: RecordedEvent; readonly stream: readonly RecordedEvent[] };

export interface StandingPosting extends Standing {
  readonly base: CurrencyId;
}

export async function stepsOf(events: readonly RecordedEvent[], store: Sources['store']): Promise<Step[]> {
  const read = new Set(events.filter((event) => reverses(event) || namesAccount(event)).map((event) => event.stream));
  const streams =
    read.size === 0 ? new Map() : await store.readStreams([...read].map((stream) => ({ stream, after: NO_STREAM })));
  return events.flatMap((event): Step[] => {
    const upTo = () =>
      newest(streams.get(event.stream) ?? []).filter((each: RecordedEvent) => each.revision <= event.revision);
    if (reverses(event)) return [{ does: 'reverse', event, standing: standingBefore(event, upTo()) }];
    if (namesAccount(event)) return [{ does: 'name', event, stream: upTo() }];
    const posting = postingOf(event);
    return posting ? [{ does: 'post', event, posting, base: baseCurrencyOf(event, posting) }] : [];
  });
}

/** The postings of a document that nothing took back before this event. */
function standingBefore(event: RecordedEvent, stream: readonly RecordedEvent[]): StandingPosting[] {
  let standing: StandingPosting[] = [];
  for (const each of stream) {
    if (each.revision >= event.revision) break;
    if (reverses(each)) standing = [];
    const posting = postingOf(each);
    if (posting) standing.push({ position: each.position, posting, base: baseCurrencyOf(each, posting) });
  }
  return standing;
}
