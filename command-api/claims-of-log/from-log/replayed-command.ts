/**
 * The claims of a command in the log, calculated from the states before and after its events by the same declarations
 * as for new commands.
 */

import type { Claim } from '../../../domain/deciding/claim.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import type { Facts } from '../../../domain/deciding/facts.ts';
import { highestNumber } from '../../../domain/records/number-source.ts';
import { numberStyle } from '../../../domain/registry/document-numbers.ts';
import { fixAverageScope } from '../../../domain/registry/system-setting.record.ts';
import { type EffectiveDate, validDate } from '../../../domain/values/effective-date.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { seriesInYear } from '../../../domain/values/number-series.ts';
import type { Year } from '../../../domain/values/prior-period.ts';
import { NO_STREAM, START } from '../../../event-store/port.ts';
import { personOf, SUPER_USER_ID } from '../../../identity/person.ts';
import type { LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import {
  type AggregateRegistry,
  type AggregateState,
  type AggregateType,
  readStream,
} from '../../aggregates/aggregate-types.ts';
import { CommandContext, SETTINGS_STREAM } from '../../aggregates/command-context.ts';
import { documentClaims } from '../../claims/document-claims.ts';
import { recordClaims } from '../../claims/record-claims.ts';
import { factsOf } from '../../handling/decision.ts';
import { isKnownId } from '../../handling/facts/known-ids.ts';
import type { LoggedCommand } from './commands-of-log.ts';
import { NotKept, type StatesOfLog } from './states-of-log.ts';

/** A number that the command took from a series. */
export interface TakenNumber {
  readonly series: string;
  /** The day of the document. */
  readonly day: EffectiveDate;
  readonly value: number;
  /** The formatted number on the document. */
  readonly number: string;
}

/** An event whose claims are unknown, because the rules cannot read it. */
export interface Unread {
  readonly stream: string;
  readonly sentence: string;
}

export interface ReplayedCommand {
  readonly claims: readonly Claim[];
  readonly unread: readonly Unread[];
  readonly numbers: readonly TakenNumber[];
  readonly streams: readonly string[];
  /** Last revision per stream. */
  readonly revisions: readonly number[];
}

/** An actor with access to every outlet: claims of a document do not depend on the actor. */
const ANYBODY = personOf(SUPER_USER_ID, { user_name: 'replay', email: 'replay@daftar.local' }, undefined);
const NO_TIME = new Date(0);

type Days = Pick<Year, 'from' | 'to'>;

export class ClaimReplay {
  readonly #kinds: AggregateRegistry;
  readonly #states: StatesOfLog;
  /** The financial years at this place of the log. */
  #years: readonly Days[] = [];
  /** The highest id and number found so far, by counter. */
  readonly counters = new Map<string, number>();

  constructor(kinds: AggregateRegistry, states: StatesOfLog) {
    this.#kinds = kinds;
    this.#states = states;
  }

  /** Must be called in the order of the log. */
  async take(command: LoggedCommand): Promise<ReplayedCommand> {
    for (;;) {
      try {
        const replayed = this.#replay(command);
        this.#years = yearsAfter(this.#years, replayed.claims);
        this.#states.letGo();
        return replayed;
      } catch (error) {
        if (!(error instanceof NotKept)) throw error;
        await this.#states.load(error.stream, command.events[0]?.position ?? START);
      }
    }
  }

  /** Throws NotKept; a repeated call then changes nothing twice. */
  #replay({ events }: LoggedCommand): ReplayedCommand {
    const streams = [...Map.groupBy(events, ({ stream }) => stream)];
    const isRecalculated = events.some(({ type }) => type === 'recalculation.committed');
    const claims: Claim[] = [];
    const numbers: TakenNumber[] = [];
    const unread: Unread[] = [];
    const after = new Map<string, LoadedAggregate>();
    for (const [stream, own] of streams) {
      const named = readStream(stream);
      const kind = this.#kinds.get(named?.kind ?? '');
      if (!named || !kind) continue;
      if (!isKnownId(kind.kind, named.id)) this.#count(kind.kind, named.id);
      const before = own[0]?.revision === 0 ? this.#states.initial(stream) : this.#states.get(stream);
      const folded = this.#states.fold(stream, before, own);
      after.set(stream, folded);
      const facts = factsOf(new CommandContext(before, this.#states, this.#kinds), { actor: ANYBODY, moment: NO_TIME });
      try {
        // Numbers are read from their events: a number claim would take the next one.
        const claimed = this.#claimsOf(kind, stream, before.state, folded.state, facts).filter(isNoNumber);
        claims.push(
          ...(isRecalculated && stream === SETTINGS_STREAM
            ? withScopeFixed(claimed, kind.dataOf(folded.state))
            : claimed),
        );
      } catch (error) {
        if (error instanceof NotKept) throw error;
        unread.push({ stream, sentence: unreadSentence(own, error) });
      }
      const taken = takenNumber(kind, before.state, folded.state, facts, this.#years);
      if (taken) {
        numbers.push(taken);
        // It uses the year of its day, as its claim did.
        claims.push({ kind: 'period', day: taken.day, field: '' });
      }
      if (kind.is === 'record' && kind.declaration.numbers) {
        const { source, numberIn } = kind.declaration.numbers;
        const highest = highestNumber(
          numberIn,
          own.map(({ data }) => data),
        );
        if (highest > 0) this.#count(source, highest);
      }
    }
    for (const [stream, folded] of after) this.#states.keep(stream, folded);
    return {
      claims,
      numbers,
      unread,
      streams: streams.map(([stream]) => stream),
      revisions: streams.map(([, own]) => own.at(-1)?.revision ?? NO_STREAM),
    };
  }

  #claimsOf(kind: AggregateType, stream: string, before: AggregateState, after: AggregateState, facts: Facts): Claim[] {
    const change = { stream, before, after, events: [], facts, body: {}, isStored: true } as const;
    return kind.is === 'document' ? documentClaims(this.#kinds, kind, change) : recordClaims(this.#kinds, kind, change);
  }

  #count(counter: string, number: number): void {
    this.counters.set(counter, Math.max(number, this.counters.get(counter) ?? 0));
  }
}

/** The years that a command changes: a number is taken in them by a later command. */
function yearsAfter(years: readonly Days[], claims: readonly Claim[]): readonly Days[] {
  const changes = claims.filter((claim) => claim.kind === 'period_change');
  if (changes.length === 0) return years;
  const kept = years.filter(({ from }) => !changes.some((change) => change.from === from));
  return [...kept, ...changes.filter(({ status }) => status !== 'removed')];
}

const isNoNumber = ({ kind }: Claim) => kind !== 'number';

const isScope = (claim: Claim) => 'record' in claim && claim.record.startsWith('average_scope-');

/**
 * The same claims as in command-api/closing/changed-rule.ts: the previous scope was used, so a recalculation does not
 * free it.
 */
function withScopeFixed(claims: readonly Claim[], settings: object): readonly Claim[] {
  if (!claims.some(isScope)) return claims;
  const { average_scope } = membersOf(settings);
  return [...claims.filter((claim) => !isScope(claim)), ...fixAverageScope(String(average_scope))];
}

function unreadSentence([first]: readonly RecordedEvent[], error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `event ${first?.position} (${first?.type} of ${first?.stream}): ${reason}`;
}

/** The number of a document that had none before: a number stays with its document in every later state. */
function takenNumber(
  kind: AggregateType,
  before: AggregateState,
  after: AggregateState,
  facts: Facts,
  years: readonly Days[],
): TakenNumber | undefined {
  if (kind.is !== 'document' || !kind.declaration.numbered) return undefined;
  const numberOf = (state: AggregateState) => membersOf(state).number;
  const number = numberOf(after);
  if (kind.declaration.numbered.isOwn?.(after)) return undefined;
  if (typeof numberOf(before) === 'string' || typeof number !== 'string') return undefined;
  const { numbered, kind: name } = kind.declaration;
  const { outlet, date } = numbered.of(after);
  const { code } = membersOf(facts.record('outlet', outlet)?.data);
  const { prefix } = numberStyle(name, numbered.prefix, facts.record('system_setting', 1)?.data, code);
  const digits = number.startsWith(prefix) ? number.slice(prefix.length) : (/\d+$/.exec(number)?.[0] ?? '');
  const day = validDate(date);
  return { series: seriesInYear(`${name}:${outlet}`, day, years), day, value: Number(digits), number };
}
