/**
 * Goods that were written off on their way are charged to a person afterwards, when it is known who lost them, and a charge
 * is taken back, on days of their own (docs/decisions/0236). All charges together are never more than the goods cost.
 */

import type { Facts } from '../../deciding/facts.ts';
import { known, systemCurrency } from '../../documents/document-rules.ts';
import { amountIn } from '../../values/amount-in.ts';
import { readDate } from '../../values/effective-date.ts';
import { type Money, money, printMoney, subtract, sum, ZERO } from '../../values/money.ts';
import { Issues, permissionMissing, wrongState } from '../../values/refusal.ts';
import { CHARGES, costOf, SEES_COST } from './charged-missing.ts';
import type { ChargeMissingInput, ReverseChargeInput } from './transit.schema.ts';
import type { Arrival, Charge, OnItsWay, StoredCharge, Transit } from './transit-events.ts';

type Charged = Pick<OnItsWay<unknown>, 'receipts' | 'charges'>;

/** The arrival that wrote goods off: the last one. */
const writeOffOf = ({ receipts }: Charged): Arrival | undefined => receipts.find(({ missing }) => missing.length > 0);

/** The charge of the write-off itself; its posting is that of the arrival. */
function chargeOfWriteOff(state: Charged): StoredCharge | undefined {
  const { date, charged_user_fk, charged_amount } = writeOffOf(state) ?? {};
  if (date === undefined || charged_user_fk === undefined || charged_amount === undefined) return undefined;
  return { charge_id: 1, date, charged_user_fk, charged_amount, reason: null, standing: true };
}

/** Every charge of the document, in order. */
export function chargesOf(state: Charged): readonly StoredCharge[] {
  const first = chargeOfWriteOff(state);
  return state.charges ?? (first ? [first] : []);
}

/** The charges with postings of their own. */
export function laterCharges(state: Charged): readonly StoredCharge[] {
  return chargesOf(state).slice(chargeOfWriteOff(state) ? 1 : 0);
}

type InTransfer = Charge & { readonly transfer: unknown };

export const withCharge = (state: Charged, { transfer: _, ...charge }: InTransfer): readonly StoredCharge[] => [
  ...chargesOf(state),
  { ...charge, standing: true },
];

export const withoutCharge = (state: Charged, back: Charge): readonly StoredCharge[] =>
  chargesOf(state).map((charge) =>
    charge.charge_id === back.charge_id ? { ...charge, standing: false, reversed_date: back.date } : charge,
  );

const standing = (state: Charged): readonly StoredCharge[] => chargesOf(state).filter((charge) => charge.standing);

/** What may be done about charges once everything has arrived or was written off. */
export function possibleCharges(state: Charged): readonly string[] {
  const charge = writeOffOf(state) ? ['charge_missing'] : [];
  return [...charge, ...(standing(state).length > 0 ? ['reverse_charge'] : [])];
}

export type ChargeCommand =
  | { readonly type: 'charge'; readonly input: ChargeMissingInput }
  | { readonly type: 'reverse_charge'; readonly input: ReverseChargeInput };

/** The charge that the command makes, or takes back on its day; undefined when that was done before. */
export function decidedCharge(command: ChargeCommand, state: OnItsWay<Transit>, facts: Facts): Charge | undefined {
  const writeOff = writeOffOf(state);
  if (!writeOff) throw wrongState(state.status, possibleCharges(state));
  return command.type === 'charge'
    ? chargedLater(command.input, state, writeOff, facts)
    : chargeTakenBack(command.input, state, facts);
}

/** Either side may say who lost goods, as the receiving one does when it writes them off. */
function checkSides({ outlet_fk, to_outlet_fk }: Transit, { actor }: Facts, issues: Issues): void {
  issues.check(actor.hasOutlet(outlet_fk) || actor.hasOutlet(to_outlet_fk), 'outlet_fk', 'not_your_outlet');
  if (!actor.can(CHARGES)) issues.list.push(permissionMissing(CHARGES));
}

/** Charges what the missing goods cost and nobody was charged yet, or less of it; undefined when that was done before. */
function chargedLater(
  input: ChargeMissingInput,
  state: OnItsWay<Transit>,
  { missing, date: writtenOff }: Arrival,
  facts: Facts,
): Charge | undefined {
  const issues = new Issues();
  const { charge_id, charged_user_fk, reason } = input;
  const same = chargesOf(state).find((charge) => charge.charge_id === charge_id);
  if (same && isSame(same, input)) return undefined;
  if (same) issues.add('charge_id', 'unique');
  const date = input.date ?? facts.today;
  checkSides(state.data, facts, issues);
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < writtenOff) issues.add('date', 'before_written_off', { value: writtenOff });
  known(facts, issues, 'charged_user_fk', 'user', charged_user_fk);
  const cost = costOf(state.data, missing, facts);
  const rest = subtract(cost, sum(standing(state).map(({ charged_amount }) => money(charged_amount))));
  const amount = input.charged_amount ? money(input.charged_amount) : rest;
  checkRest(amount, rest, facts, issues);
  issues.throwIfAny();
  return { charge_id, date, charged_user_fk, charged_amount: printMoney(amount), reason };
}

const isSame = (charge: StoredCharge, { charged_user_fk, charged_amount }: ChargeMissingInput): boolean =>
  charge.standing &&
  charge.charged_user_fk === charged_user_fk &&
  (!charged_amount || money(charged_amount) === money(charge.charged_amount));

/** Who may not see costs would learn them from what is refused. */
function checkRest(amount: Money, rest: Money, facts: Facts, issues: Issues): void {
  if (!facts.actor.can(SEES_COST)) issues.list.push(permissionMissing(SEES_COST, 'charged_amount'));
  else if (rest <= ZERO) issues.add('charged_amount', 'all_is_charged');
  else if (amount <= ZERO) issues.add('charged_amount', 'greater_than', { value: '0' });
  else if (amount > rest) {
    issues.add('charged_amount', 'charged_at_most', {
      amount: amountIn(printMoney(rest), systemCurrency(facts), facts),
    });
  }
}

/** The charge on the day on which it is taken back, its own one unless another is named; undefined when it was already. */
function chargeTakenBack(
  { charge_id, date, reason }: ReverseChargeInput,
  state: OnItsWay<Transit>,
  facts: Facts,
): Charge | undefined {
  const issues = new Issues();
  checkSides(state.data, facts, issues);
  const charge = chargesOf(state).find((each) => each.charge_id === charge_id);
  if (!charge) issues.add('charge_id', 'unknown_charge');
  else if (date && !readDate(date)) issues.add('date', 'date');
  else if (date && date < charge.date) issues.add('date', 'before_the_document', { value: charge.date });
  issues.throwIfAny();
  if (!charge?.standing) return undefined;
  const { charged_user_fk, charged_amount } = charge;
  return { charge_id, date: date ?? charge.date, charged_user_fk, charged_amount, reason };
}
