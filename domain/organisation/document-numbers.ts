/** Documents that have a number, and how the settings of the business write it. */

/** In the order of the menu; `test/domain/records.test.ts` holds it against the declarations. */
export const NUMBERED_KINDS = [
  'sale',
  'sale_return',
  'quotation',
  'sale_transfer',
  'sale_transfer_return',
  'online_order',
  'pos_sale',
  'drawer',
  'app_settlement',
  'salesman_commission',
  'purchase',
  'purchase_return',
  'purchase_order',
  'customer_transaction',
  'supplier_transaction',
  'expense',
  'income',
  'cash_transfer',
  'remittance',
  'payroll',
  'capital_transaction',
  'dividend',
  'asset_purchase',
  'depreciation',
  'stock_transfer',
  'inventory_adjustment',
  'direct_adjustment',
  'asset_disposal',
  'conversion',
  'production',
  'general_journal',
  'opening_balance',
  'recalculation',
  'revaluation',
  'year_close',
] as const;

interface NumberStyle {
  readonly prefix: string;
  readonly width: number;
}

const WIDTH = 6;

/** The store writes the next number of a series in this style. */
export function numberStyle(
  kind: string,
  prefix: string,
  settings: Readonly<Record<string, unknown>> | undefined,
): NumberStyle {
  const chosen = settings?.['document_numbers'];
  const styles = Array.isArray(chosen) ? (chosen as (NumberStyle & { readonly document: string })[]) : [];
  const own = styles.find((style) => style.document === kind);
  return own ? { prefix: own.prefix, width: own.width } : { prefix, width: WIDTH };
}
