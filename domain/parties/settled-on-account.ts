/** The paid and the returned amount of a document on account, for its page and its paper. */
import { type Money, money, sum } from '../kernel/money.ts';

interface Settlements {
  readonly payments: readonly { readonly amount: string }[];
  readonly returns: readonly {
    readonly status: string;
    readonly payment_type: string | null;
    readonly amount: string;
  }[];
}

/** Returns on account are credits, not payments; returns in cash change nothing that is owed. */
export function settledOnAccount({ payments, returns }: Settlements): {
  readonly paid: Money;
  readonly returned: Money;
} {
  const credits = returns.filter(({ status, payment_type }) => status === 'complete' && payment_type === 'on_account');
  return {
    paid: sum(payments.map(({ amount }) => money(amount))),
    returned: sum(credits.map(({ amount }) => money(amount))),
  };
}
