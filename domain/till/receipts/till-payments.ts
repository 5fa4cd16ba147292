/** The payments of a till's receipt or refund, and its drawer, in whatever state the drawer is now. */

import type { Facts } from '../../deciding/facts.ts';
import { known, settleRate, systemCurrency } from '../../documents/document-rules.ts';
import { money } from '../../values/money.ts';
import type { Issues } from '../../values/refusal.ts';
import type { PaymentEntry } from '../device-entry.schema.ts';
import { DRAWER } from '../drawer.ts';
import type { DrawerState } from '../drawer-events.ts';
import { isBeforeClosing, type OpenedDrawer } from '../drawer-rules.ts';
import type { PosPayment } from './pos-sale-events.ts';
import { referenceOf } from './pos-sale-rules.ts';

interface AtDrawer {
  readonly drawer_fk: number;
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string;
}

/** Undefined when the entry that opened the drawer has not arrived; the drawer has its id already. */
export function drawerOfTill(at: AtDrawer, facts: Facts, issues: Issues): OpenedDrawer | undefined {
  const state = facts.document<DrawerState>(DRAWER, at.drawer_fk);
  if (!state || state.status === 'none') {
    issues.add('drawer_fk', 'drawer_not_opened');
    return undefined;
  }
  if (state.data.outlet_fk !== at.outlet_fk) issues.add('drawer_fk', 'not_of_the_outlet');
  if (state.data.user_fk !== facts.actor.user_id) issues.add('drawer_fk', 'not_your_drawer');
  const isOpen = state.status === 'open' || isLateAt(at, state);
  if (!isOpen) issues.add('drawer_fk', 'drawer_is_not_open');
  return state;
}

/** True when it was entered before the drawer was closed and arrived after. */
export const isLateAt = (at: Pick<AtDrawer, 'date' | 'time'>, drawer: OpenedDrawer | undefined): boolean =>
  drawer !== undefined && isBeforeClosing(at, drawer);

/** The account of a payment is one of the drawer or any other known one, because the money is in it already. */
export function tillPayments(
  payments: readonly PaymentEntry[],
  drawer: OpenedDrawer | undefined,
  facts: Facts,
  issues: Issues,
): PosPayment[] {
  return payments.map((payment, index): PosPayment => {
    const prefix = `payments.${index}.`;
    const { method, amount } = payment;
    const exchange = payment.is_exchanged ? { is_exchanged: true as const } : {};
    if (money(amount) <= 0n) issues.add(`${prefix}amount`, 'greater_than', { value: '0' });
    if (method !== 'cash') {
      const none = { rate_fk: null, rate: null, account_fk: null, account_type: null };
      return { method, amount, currency_fk: systemCurrency(facts), ...none, ...referenceOf(payment), ...exchange };
    }
    const account = accountOf(payment.account_fk, `${prefix}account_fk`, drawer, facts, issues);
    const named = { currency_fk: account.currency_fk, rate_fk: payment.rate_fk ?? null, rate: payment.rate ?? null };
    const { rate_fk, rate } = settleRate(named, 'in', facts, issues, prefix);
    return { method, amount, rate_fk, rate, ...account, ...exchange };
  });
}

interface Account {
  readonly account_fk: number;
  readonly account_type: number;
  readonly currency_fk: number;
}

/**
 * Adds the issue `required` or `unknown_record` when there is no account, because nothing can be posted without one.
 */
export function accountOf(
  id: number | null | undefined,
  field: string,
  drawer: OpenedDrawer | undefined,
  facts: Facts,
  issues: Issues,
): Account {
  const own = drawer?.data.accounts.find(({ account_fk }) => account_fk === id);
  if (own) return { account_fk: own.account_fk, account_type: own.account_type, currency_fk: own.currency_fk };
  if (!id) issues.add(field, 'required');
  else if (drawer) issues.add(field, 'not_of_the_drawer');
  const record = known(facts, issues, field, 'cash', id);
  return {
    account_fk: id ?? 0,
    account_type: Number(record?.data['cash_type'] ?? 1),
    currency_fk: Number(record?.data['currency_fk'] ?? systemCurrency(facts)),
  };
}
