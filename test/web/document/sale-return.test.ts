/** A return of a sale on the screen: its lines are those of the sale, with their free goods. */
import { describe, expect, it } from 'vitest';
import { objectsOf } from '../../../domain/kernel/members.ts';
import { saleReturnDeclaration, saleReturnOf } from '../../../web/sales/sale-return-editor.tsx';
import { NO_IDENTITIES, toBody } from '../../../web/shared/document/model/body.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';

const sold = { item_fk: 3, unit_fk: 1, price: '1000', discount: null, tax_percent: null };
const sale = {
  ...{ id: 7, outlet_fk: 1, inventory_fk: 1, currency_fk: 1, customer_fk: 2, payment_type: 'cash', account_fk: 3 },
  lines: [
    { ...sold, line_id: 1, quantity: '6', bonus_quantity: null },
    { ...sold, line_id: 2, quantity: '0', bonus_quantity: '2', price: '0' },
    { ...sold, line_id: 3, quantity: '4', bonus_quantity: '1' },
  ],
};

const returned = (entered: readonly Fields[]): readonly Readonly<Record<string, unknown>>[] => {
  const start = saleReturnOf(sale);
  const lines = start.lines.map((line, index) => ({ ...line, fields: { ...line.fields, ...entered[index] } }));
  const draft: Draft = { ...start, lines };
  return objectsOf(toBody(saleReturnDeclaration, draft, NO_IDENTITIES).body['lines']);
};

describe('a return of a sale with free goods', () => {
  it('shows the free goods of each line, and returns none at first', () => {
    expect(saleReturnOf(sale).lines.map(({ fields }) => [fields['whole_bonus'], fields['bonus_quantity']])).toEqual([
      [null, null],
      ['2', null],
      ['1', null],
    ]);
    expect(returned([])).toEqual([]);
  });

  it('sends the returned free goods, with a quantity of zero where nothing else is returned', () => {
    expect(returned([{}, { bonus_quantity: '1' }, { quantity: '2', bonus_quantity: '1' }])).toMatchObject([
      { sale_line_id: 2, quantity: '0', bonus_quantity: '1' },
      { sale_line_id: 3, quantity: '2', bonus_quantity: '1' },
    ]);
  });
});
