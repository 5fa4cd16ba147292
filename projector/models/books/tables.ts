/** The tables of the books; tables.sql describes their columns. */
import { keyed, log, owned } from '../../rows/table.ts';

export const account = keyed('account', 'account', {
  set: 'key parent side statement is_heading record_kind record_id name',
});

export const journalLine = log(
  'journal_line',
  `position line_no entry_no kind effective_date effective_at recorded_date recorded_at account outlet_fk party item_fk
   inventory_fk document document_kind document_id line_id cause_position base currency_fk foreign_amount rate true_date
   tax_percent taxable`,
);

const amounts = 'debit credit foreign_debit foreign_credit';
export const movementDay = keyed(
  'movement_day',
  'account outlet_fk currency_fk effective_date recorded_date is_closing',
  {
    sum: amounts,
  },
);
export const movementMonth = keyed(
  'movement_month',
  'account outlet_fk currency_fk effective_month recorded_month is_closing',
  { sum: amounts },
);
export const partyDay = keyed('party_day', 'party account outlet_fk currency_fk effective_date recorded_date', {
  sum: amounts,
});

const poolColumns = `effective_date effective_at move_position move_line position recorded_date recorded_at kind quantity
  value variance outlet_fk document document_kind document_id base_currency_fk valued unit_cost like_document like_line
  like_after counted inputs posted contra contra_outlet_fk contra_through variance_to`;
export const stockLine = log('stock_line', `item_fk inventory_fk ${poolColumns} undelivered`);
export const batchLine = log(
  'batch_line',
  `item_fk inventory_fk batch_number expire_date effective_date effective_at move_line position recorded_at kind quantity
   undelivered outlet_fk document document_kind document_id`,
);
export const cashLine = log('cash_line', `account currency_fk ${poolColumns}`);
const levelColumns = 'quantity value last_effective_at last_cost_by last_cost_quantity last_cost_value';
export const stockLevel = keyed('stock_level', 'item_fk inventory_fk', { set: `${levelColumns} undelivered` });
export const cashLevel = keyed('cash_level', 'account currency_fk', { set: levelColumns });

export const costRule = log('cost_rule', 'position from_date item_fk inventory_fk average_scope cost_method');
export const costLayer = owned('cost_layer', 'item_fk inventory_fk', 'since layers');

export const openItem = keyed('open_item', 'party currency_fk document date outlet_fk', { sum: 'amount' });
export const openItemChange = log(
  'open_item_change',
  'position line_no effective_date recorded_at party currency_fk document date outlet_fk amount by_document due_date true_date',
);

export const bookTables = [
  account,
  journalLine,
  movementDay,
  movementMonth,
  partyDay,
  stockLine,
  batchLine,
  cashLine,
  stockLevel,
  cashLevel,
  costRule,
  costLayer,
  openItem,
  openItemChange,
] as const;
