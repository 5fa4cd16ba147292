/**
 * A receipt sent by a till: it is paid already, so violations become notes, and the sent payments are stored as they
 * are.
 */

import type { Facts } from '../../deciding/facts.ts';
import { unitOf } from '../../documents/document-rules.ts';
import { partIssues } from '../../documents/whole-quantities.ts';
import { freeGoodsBySetting } from '../../pricing/free-goods.ts';
import { documentTotals } from '../../pricing/totals.ts';
import { add, magnitude, money, printMoney, subtract } from '../../values/money.ts';
import { Issues } from '../../values/refusal.ts';
import type { ReceiptEntry } from '../device-entry.schema.ts';
import type { OpenedDrawer } from '../drawer-rules.ts';
import { noteRates } from '../rate-notes.ts';
import { removedIn } from '../removed-lines.ts';
import { brokenRules, type Received, settled } from './broken-rules.ts';
import { roundingStep } from './part-refund.ts';
import type { PosSale } from './pos-sale-events.ts';
import { checkCredit, checkSold, dueOfCredit, isOf, paidAs, soldFacts, withPromotions } from './pos-sale-rules.ts';
import { accountOf, drawerOfTill, isLateAt, tillPayments } from './till-payments.ts';

/** The content of the entry, with ids of the server instead of references to other entries. */
export interface ReceivedReceipt extends Omit<ReceiptEntry, 'kind' | 'drawer' | 'replaces' | 'held_fk'> {
  readonly drawer_fk: number;
  readonly replaces_fk: number | null;
}

/** Of lines; goods of a promotion are lines too. */
const QUANTITIES: ReadonlySet<string> = new Set(['quantity', 'bonus_quantity']);

type Completed = PosSale & { readonly number: string | null };

/** Throws Refusal `validation` for a receipt that cannot be posted. */
export function receivedReceipt(input: ReceivedReceipt, facts: Facts, received: Received): Completed {
  const issues = new Issues();
  const drawer = drawerOfTill(input, facts, issues);
  const payments = tillPayments(input.payments, drawer, facts, issues);
  noteRates({ payments }, input.date, facts, issues);
  // Money without a rate cannot be compared with the total.
  brokenRules(issues);
  const isExchange = payments.some(({ is_exchanged }) => is_exchanged);
  if (isExchange && input.replaces_fk === null) issues.add('replaces_fk', 'receipt_unknown');
  // What a till sends without a tax was sold without one.
  const lines = input.lines.map((line) => ({ tax_percent: null, ...line }));
  const sold = { ...soldFacts({ ...input, lines }, facts, issues), payments };
  // Prices, promotions and limits are those of the moment of the sale, which may arrive after they were changed.
  const { past: then = facts } = facts;
  const receipt = withPromotions(sold, input.promotions ?? [], then, issues);
  const total = checkSold(receipt, then, issues);
  checkCredit(receipt, facts, issues);
  for (const { field, message, params } of partIssues(input, QUANTITIES, undefined, then))
    issues.add(field, message, params);
  const printed = money(input.total);
  const isOther = printed !== total;
  if (isOther) issues.add('total', 'total_differs', { printed: input.total, value: printMoney(total) });
  checkLines(input, receipt, issues);
  checkPaid(input, receipt, facts, issues);
  return {
    ...receipt,
    ...dueOfCredit(receipt, then),
    ...freeGoodsBySetting(receipt.lines, facts),
    ...changeFacts(input, receipt, drawer, facts, issues),
    is_late: isLateAt(input, drawer),
    ...(isOther ? { printed_total: input.total } : {}),
    ...removedIn(input),
    ...settled(received, issues),
    number: input.number,
  };
}

/** Compares the printed amounts of each line with the amounts that the server calculates. */
function checkLines({ lines }: ReceivedReceipt, receipt: PosSale, issues: Issues): void {
  documentTotals(receipt).lines.forEach(({ itemDiscount, invoiceDiscount, net, tax }, index) => {
    const line = lines[index];
    if (!line) return;
    const discount = add(itemDiscount, invoiceDiscount);
    const isSame =
      money(line.discount_amount) === discount &&
      money(line.tax_amount) === tax &&
      money(line.total_amount) === add(net, tax);
    const values = { printed: line.total_amount, value: printMoney(add(net, tax)) };
    if (!isSame) issues.add(`lines.${index}.total_amount`, 'line_differs', values);
  });
}

/** Compares the received money less the change with the printed total, within the rounding. */
function checkPaid(input: ReceivedReceipt, receipt: PosSale, facts: Facts, issues: Issues): void {
  const kept = subtract(paidAs(receipt, 'cash', 'app', 'credit'), money(input.change));
  const difference = subtract(kept, money(input.total));
  const step = roundingStep(facts);
  const unit = unitOf(receipt.system_currency_fk, facts);
  if (magnitude(difference) < (step > unit ? step : unit)) return;
  const values = { value: input.total, paid: printMoney(kept) };
  issues.add('payments', difference > 0n ? 'kept_too_much' : 'kept_too_little', values);
}

function changeFacts(
  input: ReceivedReceipt,
  receipt: PosSale,
  drawer: OpenedDrawer | undefined,
  facts: Facts,
  issues: Issues,
): Pick<PosSale, 'change_amount' | 'change_account_fk' | 'change_account_type'> {
  const system = receipt.system_currency_fk;
  const own = drawer?.data.accounts.find(isOf(system)) ?? receipt.payments.find(inSystem(system));
  const none = { change_account_fk: own?.account_fk ?? null, change_account_type: own?.account_type ?? null };
  if (money(input.change) === 0n) return { change_amount: '0', ...none };
  const id = input.change_account_fk ?? own?.account_fk;
  const account = accountOf(id, 'change_account_fk', drawer, facts, issues);
  if (account.currency_fk !== system) issues.add('change_account_fk', 'account_of_another_currency');
  return {
    change_amount: input.change,
    change_account_fk: account.account_fk,
    change_account_type: account.account_type,
  };
}

const inSystem =
  (system: number) =>
  ({ method, currency_fk }: PosSale['payments'][number]): boolean =>
    method === 'cash' && currency_fk === system;
