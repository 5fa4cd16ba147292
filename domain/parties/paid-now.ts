/**
 * The immediate payment of a sale or purchase on account: a separate payment, entered by the command that completes
 * the document, stored in the same append and allocated to it. It is reversed when the document returns to draft.
 */
import type { Following } from '../kernel/document.ts';
import { settlePayment, settleRate } from '../kernel/document-rules.ts';
import { validDate } from '../kernel/effective-date.ts';
import type { Facts, OpenItem } from '../kernel/facts.ts';
import { membersOf } from '../kernel/members.ts';
import { printMoney, readMoney, sum } from '../kernel/money.ts';
import type { PaidNowInput } from '../kernel/paid-fields.schema.ts';
import { type Issues, permissionMissing, Refusal } from '../kernel/refusal.ts';
import type { Posting } from '../posting/entry.ts';
import type { TransactionCommand, TransactionState } from './transaction.ts';
import type { TransactionSide } from './transaction-side.ts';

/** The payment as stored with the document; absent when nothing is paid immediately. */
export interface PaidNow {
  readonly paid_now?: string;
  readonly paid_account_fk?: number;
  /** Present when it differs from the rate of the document. */
  readonly paid_rate?: string;
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
  readonly currency_fk: number;
  readonly payment_type: 'cash' | 'on_account';
}

const isPaid = (amount: string | null | undefined): amount is string => (readMoney(amount ?? '') ?? 0n) !== 0n;

export function paidNowFacts(input: PayingInput, side: TransactionSide, facts: Facts, issues: Issues): PaidNow {
  const { paid_now, paid_account_fk, paid_rate, outlet_fk, currency_fk } = input;
  if (!isPaid(paid_now)) return {};
  const permission = `${side.kind}s/store`;
  if (input.payment_type !== 'on_account') issues.add('paid_now', 'only_on_account');
  if (!facts.actor.can(permission)) issues.list.push(permissionMissing(permission, 'paid_now'));
  if ((readMoney(paid_now) ?? 0n) < 0n) issues.add('paid_now', 'greater_than', { value: '0' });
  const paid = { payment_type: 'cash', account_fk: paid_account_fk ?? null, outlet_fk, currency_fk } as const;
  const { account_fk } = settlePayment(paid, undefined, '', facts, issues, 'paid_');
  if (paid_rate) settleRate({ currency_fk, rate: paid_rate }, side.rate, facts, issues, 'paid_');
  return {
    paid_now,
    ...(account_fk === null ? {} : { paid_account_fk: account_fk }),
    ...(paid_rate ? { paid_rate } : {}),
  };
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
  const amount = of.paid_now ?? '0';
  const { outlet_fk, date, time, currency_fk, rate_fk, rate, paid_rate, paid_account_fk } = of;
  const command: TransactionCommand = {
    type: 'complete',
    input: {
      [`${side.party}_fk`]: party,
      transaction_type: side.party === 'customer' ? 'receive' : 'pay',
      ...{ outlet_fk, date, time, currency_fk, amount },
      ...(paid_rate === undefined ? { rate_fk, rate } : { rate_fk: null, rate: paid_rate }),
      account_fk: paid_account_fk ?? null,
      allocations: [{ document: stream, amount }],
    },
    opened: openedOn(`${side.party}-${party}`, of, stream, postings),
  };
  return { kind: side.kind, id, field: 'paid_now', commands: [command] };
}

/** The item that the document opens on its party, in its currency. */
function openedOn(party: string, of: PaidDocument, document: string, postings: readonly Posting[]): OpenItem[] {
  const changes = postings
    .flatMap(({ openItems }) => openItems)
    .filter((item) => item.party === party && item.currency === of.currency_fk && item.document === document);
  const amount = sum(changes.map((change) => change.amount));
  const { rate, outlet_fk: outlet } = of;
  return amount === 0n ? [] : [{ document, date: validDate(of.date), amount: printMoney(amount), rate, outlet }];
}

/**
 * Reverses the payment that was entered with the document, unless it was reversed before; requires the permission to
 * reverse payments.
 */
export function takeBackPayment(
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
