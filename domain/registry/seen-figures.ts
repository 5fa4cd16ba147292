/**
 * The balances that a user may see: those that a list, a look-up or a report already shows the user. The effect of a
 * document and the preview of a command are restricted to these.
 */

import { COST_KEYS, isCashAccount, isSystemKey, SYSTEM_ACCOUNTS } from '../chart/chart.ts';
import type { Actor } from '../deciding/facts.ts';
import { SEES_EVERY_ACCOUNT } from '../people/ledger-permission.ts';
import { lookupPermission } from './lookup-permission.ts';

/** Joins alternatives as routes do. */
const oneOf = (...permissions: readonly string[]): string => permissions.join('##');

const OF_CASH = oneOf('cashes/balance_view', 'financial_reports/cash_book');
/** Financial statements, which require `items/show_cost`. */
const OF_STATEMENT = {
  balance_sheet: 'financial_reports/balance_sheet',
  income: 'financial_reports/income_statement',
} as const;

/** `key` is a system key of the chart: `cash`, `sales`. */
export function seesAccountBalance({ can }: Pick<Actor, 'can'>, key: string): boolean {
  const seesCost = can('items/show_cost');
  if (COST_KEYS.has(key) && !seesCost) return false;
  const isKnown = isSystemKey(key);
  if (isKnown && isCashAccount({ key }) && can(OF_CASH)) return true;
  if (can(SEES_EVERY_ACCOUNT)) return true;
  return isKnown && seesCost && can(OF_STATEMENT[SYSTEM_ACCOUNTS[key].statement]);
}

/** `party` is a stream (`customer-7`). Balances of staff and owners are visible in the ledgers only. */
export function seesPartyBalance({ can }: Pick<Actor, 'can'>, party: string): boolean {
  const kind = /^(customer|supplier)-/.exec(party)?.[1];
  return can(kind === undefined ? SEES_EVERY_ACCOUNT : oneOf(ofParties(`${kind}s`), SEES_EVERY_ACCOUNT));
}

const ofParties = (resource: string): string =>
  oneOf(`${resource}/index`, `${resource}/show`, `reports/${resource}_statement`);

let onHand: string | undefined;

/** Stock on hand of an item, which the look-up of items shows to users who enter lines of goods. */
export function seesStock({ can }: Pick<Actor, 'can'>): boolean {
  onHand ??= oneOf('stocks/index', 'reports/stock_valuation', lookupPermission('items'));
  return can(onHand);
}

/**
 * `key` is the key of a level claim: `stock:7:1`, `cash:3`, `debit:customer-5`, `open:customer-5:2:2026-03-11:sale-9`,
 * `staff:user-2`.
 */
export function seesLevel(actor: Pick<Actor, 'can'>, key: string): boolean {
  const [level, party = ''] = key.split(':');
  switch (level) {
    case 'stock':
      return seesStock(actor);
    case 'cash':
      return seesAccountBalance(actor, 'cash');
    case 'debit':
    case 'open':
    case 'staff':
      return seesPartyBalance(actor, party);
    // Other levels are internal: reserved goods, used records.
    default:
      return false;
  }
}
