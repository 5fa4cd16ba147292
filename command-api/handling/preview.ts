/**
 * The preview of a dry run: events, journal entry, movements with estimated costs, and balances. Costs and balances
 * are limited to those that a list or a report already shows to the actor.
 */

import { accountNumber, COST_KEYS, SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { addedPostings } from '../../domain/entries/added-postings.ts';
import { reversed } from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { dateOf } from '../../domain/values/effective-date.ts';
import type { Language } from '../../domain/values/language.ts';
import { printMoney, toMoney } from '../../domain/values/money.ts';
import { printRate } from '../../domain/values/rate.ts';
import type { CommandStore } from '../../event-store/port.ts';
import type { AggregateRegistry, AggregateType } from '../aggregates/aggregate-types.ts';
import type { Decision } from './decision.ts';
import {
  type AverageCosts,
  type PreviewMovement,
  previewMovements,
  recordName,
  withDifferences,
} from './preview-goods.ts';

export interface PreviewLine {
  readonly account_key: string;
  readonly account_number: number;
  /** Name of the account's record (a cash box, an inventory); null for accounts without a record. */
  readonly account_record: string | null;
  readonly party: string | null;
  /** The day on which it is posted. */
  readonly effective_date: string;
  readonly item_fk: number | null;
  readonly debit: string;
  readonly credit: string;
  readonly currency_fk: number;
  readonly foreign_amount: string;
  readonly rate: string | null;
}

export interface Preview {
  readonly events: readonly DomainEvent[];
  readonly effective_date: string | null;
  readonly journal: readonly PreviewLine[];
  readonly movements: readonly PreviewMovement[];
  readonly balances: readonly { readonly key: string; readonly before: string; readonly after: string }[];
}

interface Sources {
  readonly store: CommandStore;
  readonly kinds: AggregateRegistry;
  readonly averages: AverageCosts;
}

export async function preview(
  sources: Sources,
  kind: AggregateType,
  stream: string,
  decision: Decision,
  facts: Facts,
  language: Language,
): Promise<Omit<Preview, 'balances'>> {
  if (kind.is === 'record') {
    return { events: decision.events, effective_date: null, journal: [], movements: [] };
  }
  const booked = (state: Decision['before']) =>
    withDifferences(kind.declaration.postingsOf(state, stream), sources.store);
  const [before, after] = await Promise.all([booked(decision.before), booked(decision.after)]);
  // Postings that the step leaves as they are, such as earlier arrivals, are no part of what it does.
  const caused = [...addedPostings(after, before).map(reversed), ...addedPostings(before, after)];
  const effective = caused.at(-1)?.effective;
  // Lines of purchases on cost accounts are prices, as in the books (read-api/books/entry.ts).
  const seesCost = kind.kind === 'purchase' || facts.actor.can('items/show_cost');
  return {
    events: decision.events,
    effective_date: effective === undefined ? null : dateOf(effective),
    journal: caused.flatMap((posting) =>
      posting.lines
        .filter(({ account }) => seesCost || !COST_KEYS.has(account.key))
        .map((line) => previewLine(line, dateOf(posting.effective), sources.kinds, facts, language)),
    ),
    movements: await previewMovements(caused, sources, facts, language),
  };
}

function previewLine(
  line: EntryLine,
  effective_date: string,
  kinds: AggregateRegistry,
  facts: Facts,
  language: Language,
): PreviewLine {
  const { key, of } = line.account;
  const declared = SYSTEM_ACCOUNTS[key];
  const owner = 'per' in declared && typeof declared.per === 'string' ? declared.per : undefined;
  return {
    account_key: key,
    account_number: accountNumber(line.account),
    account_record: owner === undefined || of === undefined ? null : recordName(kinds, facts, owner, of, language),
    party: line.party ?? null,
    effective_date,
    item_fk: line.item ?? null,
    debit: printMoney(toMoney(line.base > 0n ? line.base : 0n)),
    credit: printMoney(toMoney(line.base < 0n ? -line.base : 0n)),
    currency_fk: line.currency,
    foreign_amount: printMoney(line.foreign),
    rate: line.rate === undefined ? null : printRate(line.rate),
  };
}
