/**
 * Entered amounts must be multiples of the smallest unit of their currency: half a dinar cannot be paid
 * (docs/accounting.md, section 0). Unit prices and costs keep four decimals (`ExactAmount`).
 */

import type { Facts } from '../deciding/facts.ts';
import { numbersIn } from '../schemas/bounds.ts';
import { amountIn } from '../values/amount-in.ts';
import { type Members, membersOf, objectsOf } from '../values/members.ts';
import { printMoney, readMoney } from '../values/money.ts';
import type { Issue } from '../values/refusal.ts';
import { systemCurrency, unitOf } from './document-rules.ts';

/** Message key of an amount that the currency cannot pay. */
export const FRACTION = 'multiple_of_unit';

/** `input` is the body of a command, `names` its amounts, `currency` the document's currency when the body has none. */
export function fractionIssues(
  input: unknown,
  names: ReadonlySet<string>,
  currency: number | undefined,
  facts: Facts,
): Issue[] {
  return numbersIn(input, names).flatMap(({ path, text, holder, name }): Issue[] => {
    const amount = readMoney(text);
    if (amount === undefined || isPercentage(holder, name) || isOfTheBooks(holder)) return [];
    const known = moneyIn(name, holder, facts) ?? currencyAt(membersOf(input), path, name, facts) ?? currency;
    // That of a revision is in the currency of the purchase, which is known with its event.
    if (known === undefined && name === 'salvage_amount') return [];
    const of = known ?? systemCurrency(facts);
    const own = typeof holder['document'] === 'string' ? ofSettled(holder, name, of, facts) : of;
    const unit = unitOf(own, facts);
    if (amount % unit === 0n) return [];
    return [{ field: path, message: FRACTION, params: { amount: amountIn(printMoney(unit), own, facts) } }];
  });
}

/** The fields of these amounts that a till's entry names among its violations: it is stored with them. */
export function notedFractions(command: unknown): ReadonlySet<string> {
  const broken = objectsOf(membersOf(membersOf(command)['received'])['broken']);
  return new Set(broken.flatMap(({ rule, field }) => (rule === FRACTION && typeof field === 'string' ? [field] : [])));
}

/** True when the value of a discount is a percentage. */
const isPercentage = ({ type }: Members, name: string): boolean => name === 'value' && type === 'percent';

/**
 * Ledger amounts may have four decimals, because they include values of goods, which are never paid; so may those of an
 * opened asset, whose months were parts of its cost.
 */
const isOfTheBooks = ({ account, ledger_account_fk, payment_type }: Members): boolean =>
  typeof account === 'string' || typeof ledger_account_fk === 'number' || payment_type === 'opening';

/** The currency nearest to the field: its own, or that of the paying account. */
function currencyAt(input: Members, path: string, name: string, facts: Facts): number | undefined {
  if (name === 'depreciated_amount') return systemCurrency(facts);
  // The money used for a debt in the other currency is in that of the payment.
  if (name === 'used') return typeof input['currency_fk'] === 'number' ? input['currency_fk'] : undefined;
  if (name === 'to_amount') return ofAccount(input['to_account_fk'], facts);
  if (name === 'paid_bank_fee') return ofAccount(input['paid_account_fk'], facts);
  // An advance payment on an order is in the currency of the order, whatever money it is paid with.
  if (name === 'amount' && typeof input['payment_id'] === 'number') return undefined;
  // What is missing of a remittance is in its own currency, whatever account receives the rest.
  if (name === 'missing_amount') return undefined;
  let found: number | undefined;
  let holder: unknown = input;
  for (const step of path.split('.')) {
    if (typeof holder !== 'object' || holder === null) break;
    const members = membersOf(holder);
    const { currency_fk, account_fk, from_account_fk } = members;
    found = typeof currency_fk === 'number' ? currency_fk : (ofAccount(account_fk ?? from_account_fk, facts) ?? found);
    holder = members[step];
  }
  return found;
}

/** The money of a document that is paid at once is in the currency of its account. */
const moneyIn = (name: string, { account_fk }: Members, facts: Facts): number | undefined =>
  name === 'money_amount' ? ofAccount(account_fk, facts) : undefined;

/** The settled amount of a document is in the currency in which it is open: the payment's, or else the other one. */
function ofSettled({ document, currency_fk }: Members, name: string, currency: number, facts: Facts): number {
  if (name !== 'amount' || typeof currency_fk === 'number') return currency;
  const items = facts.openItems.filter((item) => item.document === document);
  const isOpenIn = (own: number) => items.some((item) => (item.currency ?? currency) === own);
  return isOpenIn(currency) ? currency : (items[0]?.currency ?? currency);
}

function ofAccount(account: unknown, facts: Facts): number | undefined {
  const currency = typeof account === 'number' ? facts.record('cash', account)?.data['currency_fk'] : undefined;
  return typeof currency === 'number' ? currency : undefined;
}
