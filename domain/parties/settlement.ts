/**
 * Moves the balance of a party without money (docs/decisions/0195): open documents of a customer or a supplier are
 * settled with an account of the chart (bad debts), or with another party or currency (a set-off). It is complete at
 * once, and reversed as a whole.
 */

import { isCashAccount } from '../chart/chart.ts';
import { PARTY_ACCOUNTS } from '../chart/journal-line.ts';
import { allocate } from '../debts/allocating.ts';
import { allocatedOf } from '../debts/allocation.ts';
import { moneyFor } from '../debts/money-for-debts.ts';
import { otherSide, SETTLEMENT, type Settlement, settledSide } from '../debts/settlement-events.ts';
import { settlesDues } from '../debts/transaction-side.ts';
import { type Facts, isHeld } from '../deciding/facts.ts';
import {
  checkAboveZero,
  checkHasRates,
  checkPlace,
  decimalsOf,
  known,
  settleCurrency,
  systemCurrency,
  timeOf,
  unitOf,
} from '../documents/document-rules.ts';
import { moneyDecider } from '../documents/immediate.ts';
import { checkAccount } from '../ledger/general-journal-rules.ts';
import { type Money, magnitude, money, negate, printMoney, readMoney, subtract, ZERO } from '../values/money.ts';
import { type Rate, readRate } from '../values/rate.ts';
import { Issues } from '../values/refusal.ts';
import type { SettlementInput } from './settlement.schema.ts';
import type { AllocateInput } from './transaction.schema.ts';
import type { Allocation } from './transaction-events.ts';

export const settlement = moneyDecider<typeof SETTLEMENT, SettlementInput, Settlement>(SETTLEMENT, settlementFacts);

function settlementFacts(input: SettlementInput, facts: Facts): Settlement {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  checkParties(input, facts, issues);
  checkAboveZero(input.amount, 'amount', issues);
  if (input.reason.trim() === '') issues.add('reason', 'required');
  const { customer_fk = null, supplier_fk = null, to_customer_fk = null, to_supplier_fk = null } = input;
  const { account = null, settled_as, currency_fk } = input;
  const parties = { customer_fk, supplier_fk, settled_as, to_customer_fk, to_supplier_fk };
  const to = account === null ? (input.to_currency_fk ?? currency_fk) : null;
  const system = systemCurrency(facts);
  // One of two different currencies is the system's, so that one rate is enough.
  const rated = { ...input, currency_fk: currency_fk === system ? (to ?? currency_fk) : currency_fk };
  const { rate_fk, rate } = settleCurrency(rated, customer_fk === null ? 'out' : 'in', facts, issues);
  issues.throwIfAny();
  const to_amount = to === null ? null : otherAmount(input, to, rate, facts, issues);
  issues.throwIfAny();
  const [allocations, to_allocations] = bothAllocations(input, { ...parties, to, to_amount }, facts, issues);
  issues.throwIfAny();
  return {
    outlet_fk: input.outlet_fk,
    date: input.date,
    time: timeOf(input, facts),
    ...parties,
    currency_fk,
    system_currency_fk: system,
    rate_fk,
    rate,
    ...decimalsOf(currency_fk, facts),
    amount: input.amount,
    allocations,
    account,
    to_currency_fk: to,
    to_amount,
    to_allocations,
    reason: input.reason.trim(),
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

const given = (...ids: readonly (number | null | undefined)[]): number => ids.filter((id) => id).length;

function checkParties(input: SettlementInput, facts: Facts, issues: Issues): void {
  const { customer_fk, supplier_fk, account, to_customer_fk, to_supplier_fk } = input;
  if (given(customer_fk, supplier_fk) !== 1) issues.add('customer_fk', 'customer_or_supplier_only');
  if (given(account, to_customer_fk, to_supplier_fk) !== 1) issues.add('account', 'account_or_party');
  known(facts, issues, 'customer_fk', 'customer', customer_fk);
  known(facts, issues, 'supplier_fk', 'supplier', supplier_fk);
  known(facts, issues, 'to_customer_fk', 'customer', to_customer_fk);
  known(facts, issues, 'to_supplier_fk', 'supplier', to_supplier_fk);
  known(facts, issues, 'to_currency_fk', 'currency', input.to_currency_fk);
  if (!account) return;
  for (const field of ['to_currency_fk', 'to_amount', 'to_allocations'] as const) {
    if (input[field] !== undefined && input[field] !== null) issues.add(field, 'only_between_parties');
  }
  const line = { account, currency_fk: systemCurrency(facts) };
  const found = checkAccount(line, '', input.outlet_fk, facts, issues);
  // Money is a payment, and a balance of another party is a settlement with that party.
  const isAnother = found && (isCashAccount(found) || PARTY_ACCOUNTS[found.key] !== undefined);
  if (isAnother) issues.add('account', 'account_takes_no_journal');
}

/** The amount on the other side: the same in the same currency, else what the rate gives, or what is typed. */
function otherAmount(
  { amount, currency_fk: from, to_amount: typed }: SettlementInput,
  to: number,
  text: string | null,
  facts: Facts,
  issues: Issues,
): string {
  if (to === from) {
    if (typed && readMoney(typed) !== money(amount)) issues.add('to_amount', 'same_in_one_currency');
    return amount;
  }
  checkHasRates(to, 'to_currency_fk', facts, issues);
  const at: Rate | undefined = text === null ? undefined : readRate(text);
  if (at === undefined) return amount;
  const into = { currency: to, unitOf: (of: number) => unitOf(of, facts) };
  const proposed = moneyFor(money(amount), from, into, at);
  if (!typed) {
    checkAboveZero(printMoney(proposed), 'to_amount', issues);
    return printMoney(proposed);
  }
  checkAboveZero(typed, 'to_amount', issues);
  // An amount is rounded to the smallest unit of its currency.
  const nearly = moneyFor(unitOf(from, facts), from, into, at);
  const isAtRate = magnitude(subtract(readMoney(typed) ?? ZERO, proposed)) <= nearly;
  if (!isAtRate && !isHeld(facts.actor, 'currency_rates/store')) issues.add('to_amount', 'rate_needs_permission');
  return typed;
}

type Both = Pick<Settlement, 'customer_fk' | 'supplier_fk' | 'settled_as' | 'to_customer_fk' | 'to_supplier_fk'> & {
  readonly to: number | null;
  readonly to_amount: string | null;
};

/** The party of one side, its amount, and the documents that the command names. */
interface Side {
  readonly party: string;
  readonly amount: string;
  readonly isDue: boolean;
  readonly currency: number;
  readonly named: AllocateInput['allocations'];
}

const partyOf = (customer: number | null, supplier: number | null): string =>
  customer === null ? `supplier-${supplier}` : `customer-${customer}`;

function bothAllocations(
  input: SettlementInput,
  { to, to_amount, ...both }: Both,
  facts: Facts,
  issues: Issues,
): readonly [Allocation[], Allocation[]] {
  const first: Side = {
    party: partyOf(both.customer_fk, both.supplier_fk),
    amount: input.amount,
    isDue: settlesDues(settledSide(both).transaction_type),
    currency: input.currency_fk,
    named: input.allocations,
  };
  const allocations = allocationsOf(first, input, facts, issues);
  const left = subtract(money(input.amount), magnitude(allocatedOf(allocations)));
  if (left !== 0n)
    issues.add('amount', 'more_than_is_open', { value: printMoney(magnitude(allocatedOf(allocations))) });
  if (to === null || to_amount === null) return [allocations, []];
  const second: Side = {
    party: partyOf(both.to_customer_fk, both.to_supplier_fk),
    amount: to_amount,
    isDue: settlesDues(otherSide(both).transaction_type),
    currency: to,
    named: input.to_allocations,
  };
  // What a settlement names on its other side is reported there.
  const others = new Issues();
  const to_allocations = allocationsOf(second, input, facts, others);
  for (const { field, message, params } of others.list) issues.add(`to_${field}`, message, params);
  const isOpened = magnitude(allocatedOf(to_allocations)) !== money(to_amount);
  // The debt of a party in one currency does not become a younger one.
  const isSame = first.party === second.party && first.currency === second.currency;
  if (isSame && isOpened) {
    issues.add('amount', 'more_than_is_open', { value: printMoney(magnitude(allocatedOf(to_allocations))) });
  }
  return [allocations, to_allocations];
}

function allocationsOf(
  { party, amount, isDue, currency, named }: Side,
  { outlet_fk: outlet, date: day }: SettlementInput,
  facts: Facts,
  issues: Issues,
): Allocation[] {
  const whole: Money = isDue ? money(amount) : negate(money(amount));
  const items = facts.openItems.filter((item) => item.party === party);
  const unit = unitOf(currency, facts);
  return allocate(whole, named, { items, day, oldest: true, unit, outlet, actor: facts.actor, currency }, issues);
}
