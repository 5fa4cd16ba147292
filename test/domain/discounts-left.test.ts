/** The remaining discounts of a receipt that is sold again after a part was refunded. */
import { expect, it } from 'vitest';
import type { Discount } from '../../domain/pricing/totals.ts';
import { discountsLeft } from '../../domain/till/receipts/discounts-left.ts';
import { linesLeft } from '../../web/till/office/receipt-left.ts';
import { soldAgain } from '../../web/till/office/sold-again.ts';

const line = (line_id: number, quantity: string, price: string, discount: Discount | null = null) => ({
  ...{ line_id, quantity, price, discount },
});
const amount = (value: string): Discount => ({ type: 'amount', value });

it('is the rest of an amount after the refunded parts of each line, and the whole of a percentage', () => {
  // The lines have 4,000 and 6,000, so their shares of the discount are 400 and 600; half of the first line was
  // refunded.
  const receipt = { lines: [line(1, '4', '1000'), line(2, '3', '2000')], discount: amount('1000') };
  expect(discountsLeft(receipt, [], 0).ofReceipt).toEqual(amount('1000'));
  const back = [{ line: 1, quantity: '2' }];
  expect(discountsLeft(receipt, back, 0).ofReceipt).toEqual(amount('800'));
  const percent: Discount = { type: 'percent', value: '10' };
  expect(discountsLeft({ ...receipt, discount: percent }, back, 0).ofReceipt).toEqual(percent);
  expect(discountsLeft({ ...receipt, discount: null }, back, 0).ofReceipt).toBeNull();
});

it('of a line is the rest of its own', () => {
  const receipt = { lines: [line(1, '4', '1000', amount('600')), line(2, '1', '500', amount('100'))], discount: null };
  const { ofLines } = discountsLeft(
    receipt,
    [1, 1, 1].map((id) => ({ line: id, quantity: '1' })),
    0,
  );
  expect([...ofLines]).toEqual([
    [1, amount('150')],
    [2, amount('100')],
  ]);
  expect(discountsLeft(receipt, [{ line: 2, quantity: '1' }], 0).ofLines.get(2)).toBeNull();
});

it('is not granted twice by the office: the remaining goods cost the remaining amount of the receipt', () => {
  const sold = { item_fk: 7, unit_fk: 1, tax_percent: null };
  const receipt = {
    ...{ discount: amount('1000'), promotions: [] },
    lines: [
      { ...line(1, '4', '1000'), ...sold },
      { ...line(2, '3', '2000', amount('600')), ...sold },
    ],
    refunds: [{ lines: [{ line_id: 2, quantity: '1' }], payments: [] }],
  };
  const typed = linesLeft(receipt).map((each) => ({
    line: each,
    quantity: each.left ?? '0',
    price: String(each.fields['price']),
  }));
  const again = soldAgain(receipt, typed, { promoted: true, decimals: 0 });
  // 4,000 + 5,400 = 9,400; the shares of 1,000 are 426 and 574. A third of the second line was refunded, with 200 and
  // 191.
  expect(again?.discount).toEqual(amount('809'));
  expect(again?.lines.map(({ discount }) => discount)).toEqual([null, amount('400')]);
  expect(again?.total).toBe(BigInt(4000 + 3600 - 809) * 10_000n);
});
