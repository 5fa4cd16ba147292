-- A record that only a later step of a document names counts as used: the account or supplier that a remittance was paid
-- out to, the supplier of a cost that was applied to a purchase, the type of money paid out of a drawer. Earlier versions
-- marked only what the document itself names, so such a record could be deleted.
--
-- With the log in KurrentDB the steps are not in this database: there the records that a step can name count as used, and
-- "npm run rebuild -- claims" finds those that are.
with field (field, kind) as (
  values ('account_fk', 'cash'), ('safe_account_fk', 'cash'), ('supplier_fk', 'supplier'), ('customer_fk', 'customer'),
    ('ledger_account_fk', 'ledger_account'), ('expense_type_fk', 'expense_type'), ('currency_fk', 'currency'),
    ('system_currency_fk', 'currency'), ('rate_fk', 'currency_rate'), ('outlet_fk', 'outlet'), ('inventory_fk', 'inventory'),
    ('item_fk', 'item'), ('unit_fk', 'unit'), ('promotion_fk', 'promotion'), ('till_fk', 'till'), ('user_fk', 'user'),
    ('cashier_fk', 'user'), ('approved_by_fk', 'user'), ('order_cancellation_message_fk', 'order_cancellation_message')
), step (data) as materialized (
  select e.data::jsonb from log.event e
  where e.type in ('remittance.paid', 'payroll.paid', 'dividend.paid', 'salesman_commission.paid', 'purchase_order.paid',
    'purchase_order.payment_reversed', 'purchase_order.advance_allocated', 'customer_transaction.allocated',
    'supplier_transaction.allocated', 'purchase.cost_applied', 'purchase.billed', 'purchase.received',
    'purchase.received_unbilled', 'purchase.sale_prices_set', 'drawer.opened', 'drawer.paid_in', 'drawer.paid_out',
    'drawer.counted', 'drawer.closed', 'drawer.noted', 'drawer.reviewed', 'pos_sale.completed', 'pos_sale.returned',
    'pos_sale.refunded', 'pos_sale.part_refunded', 'pos_sale.reviewed', 'online_order.delivered', 'online_order.cancelled',
    'count_round.recounted')
), named (record) as (
  select f.kind || '-' || (value #>> '{}')
  from step s, field f, jsonb_path_query(s.data, ('$.**.' || f.field)::jsonpath) value
  where jsonb_typeof(value) = 'number'
  union
  select k.record from claim.record k join field f on split_part(k.record, '-', 1) = f.kind
  where exists (select from claim.stream)
)
update claim.record k set used = true where not k.used and k.record in (select n.record from named n);
