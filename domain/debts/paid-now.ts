/**
 * The immediate payment of a sale or purchase on account: a separate payment, entered by the command that completes
 * the document, stored in the same append and allocated to it. It is reversed when the document returns to draft.
 */

import type { Facts, OpenItem } from '../deciding/facts.ts';
import { bankFee } from '../documents/bank-fee.ts';
import type { Following } from '../documents/document.ts';
import { settlePayment, settleRate } from '../documents/document-rules.ts';
import { moneyTerms, type OtherMoney, otherCurrencyOf, otherMoney, rateOfMoney } from '../documents/other-money.ts';
import type { Posting } from '../entries/entry.ts';
import type { TransactionCommand, TransactionState } from '../parties/transaction.ts';
import type { PaidNowInput } from '../schemas/paid-fields.schema.ts';
import { validDate } from '../values/effective-date.ts';
import { membersOf } from '../values/members.ts';
import { printMoney, readMoney, sum } from '../values/money.ts';
import { printRate } from '../values/rate.ts';
import { type Issues, permissionMissing, Refusal } from '../values/refusal.ts';
import type { TransactionSide } from './transaction-side.ts';

/** The payment as stored with the document; absent when nothing is paid immediately. */
export interface PaidNow extends OtherMoney {
  readonly paid_now?: string;
  readonly paid_account_fk?: number;
  /** Present when it differs from the rate of the document, or when the account is in another currency. */
  readonly paid_rate?: string;
  /** What the bank of the account takes beside it, in the account's currency, and the expense that it is. */
  readonly paid_bank_fee?: string;
  readonly paid_expense_type_fk?: number;
}

/** The fields of a document that an immediate payment reads. */
interface PaidDocument extends PaidNow {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
}

interface PayingInput extends PaidNowInput {
  readonly outlet_fk: number;
  readonly date: string;
  readonly currency_fk: number;
  /** Of the document, as settled. */
  readonly rate?: string | null;
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk?: number | null | undefined;
  readonly money_amount?: string | null | undefined;
}

const isPaid = (amount: string | null | undefined): amount is string => (readMoney(amount ?? '') ?? 0n) !== 0n;

/** What is paid at once: of a document on account with a payment, else with money that may be of the other currency. */
export function paidNowFacts(input: PayingInput, side: TransactionSide, facts: Facts, issues: Issues): PaidNow {
  const { paid_now, paid_account_fk, paid_rate, outlet_fk, currency_fk } = input;
  if (!isPaid(paid_now)) return moneyTerms(input, side.rate, facts, issues);
  const permission = `${side.kind}s/store`;
  if (input.payment_type !== 'on_account') issues.add('paid_now', 'only_on_account');
  if (input.money_amount) issues.add('money_amount', 'only_other_account');
  if (!facts.actor.can(permission)) issues.list.push(permissionMissing(permission, 'paid_now'));
  if ((readMoney(paid_now) ?? 0n) < 0n) issues.add('paid_now', 'greater_than', { value: '0' });
  const other = otherCurrencyOf(paid_account_fk, currency_fk, facts);
  const paid = { payment_type: 'cash', account_fk: paid_account_fk ?? null, outlet_fk } as const;
  const { account_fk, account_type } = settlePayment(
    { ...paid, currency_fk: other ?? currency_fk },
    undefined,
    '',
    facts,
    issues,
    'paid_',
  );
  const fee = feeOf(input, account_type, facts, issues);
  if (other !== undefined && account_fk !== null) {
    return { paid_now, paid_account_fk: account_fk, ...inOtherMoney(input, other, side, facts, issues), ...fee };
  }
  if (paid_rate) settleRate({ currency_fk, rate: paid_rate }, side.rate, facts, issues, 'paid_');
  return {
    paid_now,
    ...(account_fk === null ? {} : { paid_account_fk: account_fk }),
    ...(paid_rate ? { paid_rate } : {}),
    ...fee,
  };
}

function feeOf(
  { paid_bank_fee, paid_expense_type_fk }: PayingInput,
  accountType: number | null,
  facts: Facts,
  issues: Issues,
): Pick<PaidNow, 'paid_bank_fee' | 'paid_expense_type_fk'> {
  const given = { bank_fee: paid_bank_fee ?? null, expense_type_fk: paid_expense_type_fk ?? null };
  const { bank_fee, expense_type_fk } = bankFee(given, accountType, facts, issues, 'paid_');
  return bank_fee === undefined || expense_type_fk === undefined
    ? {}
    : { paid_bank_fee: bank_fee, paid_expense_type_fk: expense_type_fk };
}

/** The money for the paid amount at the typed rate, or at that of the document, or of its day. */
function inOtherMoney(
  input: PayingInput,
  currency: number,
  side: TransactionSide,
  facts: Facts,
  issues: Issues,
): Pick<PaidNow, 'paid_rate' | 'paid_amount' | 'paid_currency_fk'> {
  const at = rateOfMoney(input, side.rate, facts, issues);
  if (at === undefined) return {};
  const money = otherMoney({ amount: input.paid_now ?? '', currency_fk: input.currency_fk }, currency, at, facts);
  return { paid_rate: printRate(at), ...money };
}

/** The id of the payment that is created with the document being completed. */
export function paymentOf(side: TransactionSide, { paid_now }: PaidNow, facts: Facts): number | undefined {
  return paid_now === undefined ? undefined : facts.newIds?.[side.kind];
}

/**
 * The kind of document that the commands create in addition: the payment, when one of them completes a document with
 * an immediate payment.
 */
export function makesPayment(
  side: TransactionSide,
  commands: readonly { readonly type: string; readonly input?: object }[],
  before: PaidNow | undefined,
): string | undefined {
  if (!commands.some(({ type }) => type === 'enter' || type === 'complete')) return undefined;
  const entered = commands.find(({ type }) => type === 'enter' || type === 'change')?.input;
  const amount = membersOf(entered ?? before)['paid_now'];
  return typeof amount === 'string' && isPaid(amount) ? side.kind : undefined;
}

/** `postings` are the postings of the completed document, which is stored as `stream`. */
export function enterPayment(
  side: TransactionSide,
  id: number,
  of: PaidDocument,
  party: number,
  stream: string,
  postings: readonly Posting[],
): Following {
  const { outlet_fk, date, time, paid_account_fk } = of;
  const command: TransactionCommand = {
    type: 'complete',
    input: {
      [`${side.party}_fk`]: party,
      transaction_type: side.party === 'customer' ? 'receive' : 'pay',
      outlet_fk,
      date,
      time,
      account_fk: paid_account_fk ?? null,
      ...moneyOf(of, stream),
    },
    opened: openedOn(`${side.party}-${party}`, of, stream, postings),
  };
  return { kind: side.kind, id, field: 'paid_now', commands: [command] };
}

/** The amount, currency and rate of the payment, and what of the document it settles. */
function moneyOf({ paid_now: amount = '0', ...of }: PaidDocument, document: string) {
  const { currency_fk, rate_fk, rate, paid_rate, paid_amount, paid_currency_fk } = of;
  const fee = { bank_fee: of.paid_bank_fee ?? null, expense_type_fk: of.paid_expense_type_fk ?? null };
  if (paid_amount === undefined || paid_currency_fk === undefined) {
    const own = paid_rate === undefined ? { rate_fk, rate } : { rate_fk: null, rate: paid_rate };
    return { currency_fk, amount, ...own, ...fee, allocations: [{ document, amount }] };
  }
  // A document without a rate is in the system currency, and the money has the rate; and the other way round.
  const at = { rate_fk: null, rate: rate === null ? (paid_rate ?? null) : null, settle_rate: paid_rate ?? null };
  const allocations = [{ document, amount, currency_fk, used: paid_amount }];
  return { currency_fk: paid_currency_fk, amount: paid_amount, ...at, ...fee, allocations };
}

/** The item that the document opens on its party, in its currency. */
function openedOn(party: string, of: PaidDocument, document: string, postings: readonly Posting[]): OpenItem[] {
  const changes = postings
    .flatMap(({ openItems }) => openItems)
    .filter((item) => item.party === party && item.currency === of.currency_fk && item.document === document);
  const amount = sum(changes.map((change) => change.amount));
  const { rate, outlet_fk: outlet } = of;
  const opened = { document, date: validDate(of.date), currency: of.currency_fk, amount: printMoney(amount) };
  return amount === 0n ? [] : [{ ...opened, rate, outlet }];
}

/**
 * Reverses the payment that was entered with the document, unless it was reversed before; requires the permission to
 * reverse payments.
 */
export function reversePayment(
  side: TransactionSide,
  id: number | undefined,
  reason: string | null,
  facts: Facts,
): Following[] {
  const paid = id === undefined ? undefined : facts.document<TransactionState>(side.kind, id);
  if (id === undefined || paid?.status !== 'complete') return [];
  const permission = `${side.kind}s/destroy`;
  if (!facts.actor.can(permission)) throw new Refusal('forbidden', [permissionMissing(permission)]);
  const command: TransactionCommand = { type: 'reverse', reason };
  return [{ kind: side.kind, id, existing: true, field: '', commands: [command] }];
}
