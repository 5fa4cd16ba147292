/** The ceiling of what a customer owes: their credit limit. */

import { freeCredits } from '../../domain/debts/free-credits.ts';
import { CUSTOMER_SIDE } from '../../domain/debts/transaction-side.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { systemCurrency } from '../../domain/documents/document-rules.ts';
import { add, money, printMoney } from '../../domain/values/money.ts';
import { readRate } from '../../domain/values/rate.ts';
import type { DocumentType } from '../aggregates/aggregate-types.ts';

interface Limited {
  readonly kind: DocumentType;
  readonly facts: Facts;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isReversal: boolean;
  readonly after: { readonly status: string };
}

/** The ceiling of the claim for the customer's debt; empty without a limit. */
export function creditLimit(customer: number, delta: bigint, of: Limited): { readonly ceiling?: string } {
  const limit = of.facts.record('customer', customer)?.data['allowed_debit_amount'];
  if (typeof limit !== 'string' || hasNoLimit(of)) return {};
  return { ceiling: delta > 0n ? withCredits(limit, `customer-${customer}`, of) : limit };
}

/**
 * A credit limit refuses no reversal, and neither a receipt nor a discount: its debt increases when an allocation is
 * reversed or a false receipt is corrected, and the customer bought nothing then. Debts from before the first year are
 * facts too, however high they are.
 */
const hasNoLimit = ({ isReversal, after, kind, data }: Limited): boolean =>
  isReversal ||
  // On a later day: what was in the books until then stays there.
  after.status === 'reversed' ||
  kind.declaration.period === 'before_first_year' ||
  (kind.kind === CUSTOMER_SIDE.kind && data['transaction_type'] !== 'pay_back');

/**
 * The limit and what the customer has paid in advance, or is owed: the level counts receivables, which these will
 * settle. Foreign credits count at the rate of the day, or else at that of the document.
 */
function withCredits(limit: string, customer: string, { facts, data }: Limited): string {
  const { date, rate, currency_fk } = data;
  const rateOf = (currency: number) => {
    const known = typeof date === 'string' ? facts.rateOn?.(date)?.in_rate : undefined;
    const own = currency === currency_fk && typeof rate === 'string' ? rate : undefined;
    return readRate(known ?? own ?? '');
  };
  const own = facts.openItems.filter(({ party = customer }) => party === customer);
  return printMoney(add(money(limit), freeCredits(own, systemCurrency(facts), rateOf)));
}
