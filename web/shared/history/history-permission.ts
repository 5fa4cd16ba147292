/** Who may read the history of a record or document: with its own permission, or with that for the log of its kind. */

/** Kinds that are not the singular of their resource. `test/web/history-words.test.ts` compares them with the domain. */
const KINDS: Readonly<Record<string, string>> = {
  cashes: 'cash',
  taxes: 'tax',
  salesmen: 'salesman',
  closing_drawers: 'drawer',
  cash_transactions: 'cash_transfer',
  inventory_direct_adjustments: 'direct_adjustment',
  salesman_sales: 'sale',
};

/** `categories` → `category` */
const singular = (resource: string): string => resource.replace(/ies$/, 'y').replace(/s$/, '');

export const historyPermission = (resource: string): string =>
  `${resource}/history##model_loges/${KINDS[resource] ?? singular(resource)}_log`;
