/** A new purchase for the unreceived part of an order. */

import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { readQuantity } from '../../domain/values/quantity.ts';
import { listThatFits } from '../shared/api/wire.ts';
import type { Draft } from '../shared/document/model/draft.ts';
import { add } from '../shared/document/model/goods/quantities.ts';
import { rememberName } from '../shared/document/model/known-names.ts';
import { fieldValue } from '../shared/document/value-of.ts';
import { localToday } from '../shared/typing/date-words.ts';

type Row = Readonly<Record<string, unknown>>;

interface Delivered {
  readonly line_id: number;
  readonly quantity: string;
}

const HEADER = ['outlet_fk', 'inventory_fk', 'supplier_fk', 'currency_fk', 'system_currency_fk', 'rate_fk', 'rate'];
const LINE = ['item_fk', 'unit_fk', 'price', 'discount', 'tax_fk', 'tax_percent', 'note'];

const taken = (row: Row, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, fieldValue(row[field])]));

const isPercent = (discount: unknown): boolean => membersOf(discount)['type'] === 'percent';

export function draftOfOrder(order: Row): Draft {
  const lines = objectsOf(order['lines']);
  const delivered = listThatFits<Delivered>(order['delivered'], { line_id: 'number', quantity: 'string' });
  const came = (line: Row) => delivered.find((value) => value.line_id === line['line_id'])?.quantity ?? '0';
  const nothingCame = lines.every((line) => came(line) === '0');
  const left = (line: Row) => add(String(line['quantity']), `-${came(line)}`);
  rememberName('suppliers', Number(order['supplier_fk']), order['supplier_name']);
  for (const line of lines) {
    rememberName('items', Number(line['item_fk']), line['item_name']);
    rememberName('units', Number(line['unit_fk']), line['unit_name']);
  }
  return {
    header: {
      ...taken(order, HEADER),
      // A fixed discount of the order applies once, to its first purchase.
      discount: isPercent(order['discount']) || nothingCame ? fieldValue(order['discount']) : null,
      rounded_discount: null,
      purchase_order_fk: Number(order['id']),
      payment_type: 'on_account',
      account_fk: null,
      date: localToday(),
      time: null,
      reference_number: null,
      note: null,
    },
    lines: lines
      .filter((line) => (readQuantity(left(line)) ?? 0n) > 0n)
      .map((line, index) => ({
        key: index + 1,
        fields: {
          ...taken(line, LINE),
          // A fixed discount of a line applies once, to its first purchase.
          ...(isPercent(line['discount']) || came(line) === '0' ? {} : { discount: null }),
          order_line_id: Number(line['line_id']),
          quantity: left(line),
          bonus_quantity: null,
          expire_date: null,
        },
      })),
    costs: [],
  };
}
