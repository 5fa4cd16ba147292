/**
 * Event fields that deciders set and no body contains, with the kind of record or document that each refers to.
 * References in bodies are declared in their schemas (`Reference`).
 */
export const DECIDED_REFERENCES: Readonly<Record<string, string>> = {
  system_currency_fk: 'currency',
  to_currency_fk: 'currency',
  salvage_currency_fk: 'currency',
  paid_currency_fk: 'currency',
  quotation_fk: 'quotation',
  customer_transaction_fk: 'customer_transaction',
  supplier_transaction_fk: 'supplier_transaction',
  previous_salesman_commission_fk: 'salesman_commission',
  last_salesman_commission_fk: 'salesman_commission',
  sale_return_fk: 'sale_return',
  count_round_fk: 'count_round',
  inventory_adjustment_fk: 'inventory_adjustment',
  till_fk: 'till',
  cashier_fk: 'user',
  approved_by_fk: 'user',
  counted_by_fk: 'user',
  year_close_fk: 'year_close',
  landed_cost_fk: 'landed_cost',
};
