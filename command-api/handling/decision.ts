/**
 * Runs a command's decisions one after the other, each on the state left by the previous one, and collects their
 * claims.
 */
import type { Claim } from '../../domain/deciding/claim.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Actor, Facts } from '../../domain/deciding/facts.ts';
import { type EffectiveDate, validDate } from '../../domain/values/effective-date.ts';
import { localAt } from '../../domain/values/zone.ts';
import { zoneIn } from '../../identity/shop-zone.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  streamOf,
} from '../aggregates/aggregate-types.ts';
import type { CommandContext } from '../aggregates/command-context.ts';
import { documentClaims } from '../claims/document-claims.ts';
import { recordClaims } from '../claims/record-claims.ts';
import { DecisionReads } from './decision-reads.ts';
import { batchesOnHand, batchNotes, knownBatches } from './facts/batch-levels.ts';
import { kitsOf } from './facts/kit-levels.ts';
import { type LevelFacts, NO_LEVELS } from './facts/levels.ts';
import type { MoreFacts } from './facts/on-demand-facts.ts';
import type { RecordsOfDay } from './facts/records-of-day.ts';
import { datedInOpenYear } from './prior-period.ts';

/** The day and the time of the shop at a moment. */
export function clockOf(moment: Date, zone: string): { readonly today: EffectiveDate; readonly now: string } {
  const { date, time } = localAt(zone, moment.getTime());
  return { today: validDate(date), now: time };
}

/** Sources of the facts, besides the loaded states. */
export interface FactSources {
  readonly actor: Actor;
  readonly moment: Date;
  readonly levels?: LevelFacts;
  readonly more?: MoreFacts & Pick<Facts, 'ownId'>;
  /** Records what the decision reads. */
  readonly reads?: DecisionReads;
  /** For a document of an earlier day. */
  readonly ofDay?: RecordsOfDay | undefined;
}

export function factsOf(
  loaded: CommandContext,
  { actor, moment, levels = NO_LEVELS, more = {}, reads = new DecisionReads(), ofDay }: FactSources,
): Facts {
  const noteStream = (kind: string, id: number) => {
    const stream = streamOf(kind, id);
    const revision = loaded.revisionOf(stream) ?? ofDay?.revisionOf(stream);
    if (revision !== undefined) reads.stream(stream, revision);
  };
  return {
    ...clockOf(moment, zoneIn(loaded.record('system_setting', 1)?.data)),
    ...more,
    actor,
    get openItems() {
      return levels.openItems(reads);
    },
    level: (key) => {
      const total = levels.totals.get(key) ?? '0';
      reads.level(key, total);
      return total;
    },
    levelKeys: (prefix) => [...levels.totals.keys()].filter((key) => key.startsWith(prefix)),
    batchesOnHand: (item, inventory) => batchesOnHand(levels.batches, reads, item, inventory),
    knownBatches: (item, as) => knownBatches(levels.batches, reads, item, as),
    batchNotes: (item) => batchNotes(levels.batches, reads, item),
    kits: (item) => kitsOf(levels.kits, reads, item),
    batchPlaces: (item) => levels.places?.get(item) ?? [],
    record: <Data>(kind: string, id: number, at?: 'present') => {
      noteStream(kind, id);
      const records = at === 'present' ? loaded : (ofDay ?? loaded);
      return records.record(kind, id) as ReturnType<Facts['record']> & { data: Data };
    },
    document: <State>(kind: string, id: number) => {
      noteStream(kind, id);
      return loaded.document(kind, id, actor) as State | undefined;
    },
  };
}

export interface Decision {
  readonly before: AggregateState;
  readonly after: AggregateState;
  readonly events: readonly DomainEvent[];
}

/** The events of a command for one stream. */
export interface StreamDecision {
  readonly kind: AggregateType;
  readonly stream: string;
  /** Revision before these events. */
  readonly revision: number;
  readonly decision: Decision;
  /**
   * The field of the command's body that caused this decision, named in refusals; defaults to the decision's own
   * fields.
   */
  readonly field?: string | undefined;
}

/** Throws Refusal. Returns no events when the commands change nothing. */
export function decide(
  kind: AggregateType,
  commands: readonly unknown[],
  before: AggregateState,
  facts: Facts,
): Decision {
  let after = before;
  const events: DomainEvent[] = [];
  for (const command of commands) {
    for (const decided of kind.decider.decide(command, after, facts)) {
      const event = kind.is === 'document' ? datedInOpenYear(kind, decided, after, facts) : decided;
      const next = kind.decider.evolve(after, event);
      // Keeping the true date may leave no change at all.
      if (event !== decided && JSON.stringify(next) === JSON.stringify(after)) continue;
      after = next;
      events.push(event);
    }
  }
  return { before, after, events };
}

export function claimsOf(
  kinds: AggregateRegistry,
  kind: AggregateType,
  stream: string,
  decision: Decision,
  facts: Facts,
  body: unknown,
): Claim[] {
  const change = { stream, ...decision, facts, body };
  return kind.is === 'document' ? documentClaims(kinds, kind, change) : recordClaims(kinds, kind, change);
}
