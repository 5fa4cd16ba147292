/** A return of a sale on the screen: its lines are those of the sale, with their free goods. */
import { describe, expect, it } from 'vitest';
import { objectsOf } from '../../../domain/values/members.ts';
import { purchaseReturnDeclaration } from '../../../web/purchasing/purchase-return-editor.tsx';
import { saleReturnDeclaration, saleReturnOf } from '../../../web/sales/sale-return-editor.tsx';
import { NO_IDENTITIES, readDocument, storedLines, toBody } from '../../../web/shared/document/model/body.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { ORIGIN_BATCHES, unpackBatches } from '../../../web/shared/document/model/goods/batches.ts';

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

describe('the batches of a return', () => {
  it('are chosen among what its document moved of the line', () => {
    const part = { batch_number: 'B12', expire_date: '2030-01-31' };
    const moved = { move_line_id: 1, ...part };
    const start = saleReturnOf({ ...sale, status: 'complete', batches: [{ ...moved, quantity: '4' }] });
    const among = start.lines.map(({ fields }) => unpackBatches(fields[ORIGIN_BATCHES]));
    expect(among).toEqual([[{ ...part, quantity: '4' }], [], []]);
  });
});

describe('the refund of a return', () => {
  const facts = { systemCurrency: 1, roundingStep: '250', decimals: 0 };
  const start = saleReturnOf({ ...sale, lines: [{ ...sold, line_id: 1, quantity: '3', price: '1100' }] });
  const lines = start.lines.map((line) => ({ ...line, fields: { ...line.fields, quantity: '1' } }));
  const refund = (header: Fields, { totals } = saleReturnDeclaration) =>
    totals({ ...start, lines, header: { ...start.header, ...header } }, facts);

  it('in cash and dinars is rounded to the step, with the difference in a row', () => {
    const { total, rows } = refund({});
    expect(total).toBe('1000');
    expect(rows).toEqual([{ label: 'document:totals.rounding', value: '-100' }]);
    expect(saleReturnDeclaration.totals({ ...start, lines }, { ...facts, roundingStep: null }).total).toBe('1100');
  });

  it('on account, in another currency, or from a supplier is not rounded', () => {
    const exact = [
      refund({ payment_type: 'on_account' }),
      refund({ currency_fk: 2 }),
      refund({}, purchaseReturnDeclaration),
    ];
    expect(exact.map(({ total }) => total)).toEqual(['1100', '1100', '1100']);
  });
});

describe('the refund of a stored return', () => {
  const answer = (revision: number, quantity: string, gross_amount: string) =>
    readDocument(saleReturnDeclaration, {
      ...{ id: 9, revision, status: 'draft', sale_fk: 7, currency_fk: 1, system_currency_fk: 1 },
      ...{ payment_type: 'on_account', possible: ['change'] },
      lines: [{ ...sold, line_id: 1, sale_line_id: 1, quantity, gross_amount, discount_amount: '0', tax_amount: '0' }],
    });
  const shown = (draft: Draft, server: ReturnType<typeof answer>) => {
    const stored = storedLines(saleReturnDeclaration, draft, NO_IDENTITIES, server);
    const facts = { systemCurrency: 1, roundingStep: null, decimals: 0, stored };
    const { lines, total } = saleReturnDeclaration.totals(draft, facts);
    return [...lines.values(), total];
  };
  const saved = answer(1, '1', '3333');
  const [line] = saved.draft.lines;
  const typed = (quantity: string, more: Fields = {}): Draft => ({
    ...saved.draft,
    lines: line ? [{ ...line, fields: { ...line.fields, quantity, ...more } }] : [],
  });

  it('is that of the server, and changes with the typed quantity', () => {
    expect(shown(saved.draft, saved)).toEqual(['3333', '3333']);
    expect(shown(typed('3'), saved)).toEqual(['9999', '9999']);
    expect(shown(typed('0'), saved)).toEqual(['0', '0']);
  });

  it('is that of the answer after it was saved, also where its sale is known', () => {
    const now = answer(2, '3', '10000');
    expect(shown(typed('3.0'), now)).toEqual(['10000', '10000']);
    const of = { whole_quantity: '6', whole_total: '19998' };
    expect(shown(typed('3', of), now)).toEqual(['10000', '10000']);
    expect(shown(typed('2', of), now)).toEqual(['6666', '6666']);
  });
});
