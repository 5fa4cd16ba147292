/** Costs in another currency: their rate is filled, sent, and sent back unchanged, in every document with costs. */
import { afterEach, describe, expect, it } from 'vitest';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
import { columnsNow } from '../../../web/shared/document/grid/use-grid-commands.ts';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { conversionDeclaration } from '../../../web/stock/conversions.tsx';
import { productionDeclaration } from '../../../web/stock/productions.tsx';

const DAY = '2026-02-10';
const HEADER: Fields = { date: DAY, system_currency_fk: 1, outlet_fk: 1, account_fk: 3 };
const PAID = { payment_type: 'cash', account_fk: 5, supplier_fk: null };

const WITHOUT_CURRENCY = [productionDeclaration, conversionDeclaration];

describe.each([saleDeclaration, purchaseDeclaration, ...WITHOUT_CURRENCY])('a cost of $resource', (declaration) => {
  const { costs = [], blankCost = () => ({}) } = declaration;
  const costsOf = (header: Fields, cost: Fields) =>
    toBody(declaration, { header, lines: [], costs: [{ key: 1, fields: cost }] }, NO_IDENTITIES);
  afterEach(() => queryClient.clear());

  it('in dollars has the out rate of the day', () => {
    queryClient.setQueryData(['currency_rates', 'last_rate', DAY], { rate_id: 7, rate: '1510', in_rate: '1500' });
    const currency = costs.find(({ field }) => field === 'currency_fk');
    const blank = blankCost(HEADER);
    const filled = currency?.fills?.({ currency_id: 2 }, HEADER, blank) ?? {};
    const cost = { ...blank, amount: '9', currency_fk: 2, ...filled, account_fk: 5 };
    const { body, problems } = costsOf(HEADER, cost);
    expect(body).toMatchObject({ costs: [{ amount: '9', currency_fk: 2, rate_fk: 7, rate: '1510', account_fk: 5 }] });
    expect([...problems.keys()].filter((place) => place.startsWith('costs:'))).toEqual([]);
    const { problems: refused } = costsOf(HEADER, { ...cost, rate_fk: null, rate: null });
    expect(refused.get('costs:1:rate')).toBe('document:problems.required');
  });

  it('leads the cursor to the rate when it is the first in dollars, and to the money of its other account', () => {
    const shown = (cost: Fields) => {
      const draft = { header: HEADER, lines: [], costs: [{ key: 1, fields: { ...PAID, currency_fk: 1, ...cost } }] };
      return columnsNow({ declaration, table: 'costs', columns: [] }, draft).map(({ field }) => field);
    };
    const behind = (fields: readonly string[], field: string) => fields[fields.indexOf(field) + 1];
    expect(shown({})).not.toContain('rate');
    expect(behind(shown({ currency_fk: 2 }), 'currency_fk')).toBe('rate');
    expect(behind(shown({}), 'account_fk')).toBe('supplier_fk');
    expect(behind(shown({ currency_fk: 2, money_in: 1 }), 'account_fk')).toBe('paid_rate');
    expect(behind(shown({ currency_fk: 2, money_in: 2 }), 'account_fk')).toBe('supplier_fk');
  });

  it('that is stored is sent back with its rate and note', () => {
    const stored = { amount: '9', currency_fk: 2, rate_fk: 4, rate: '1490', note: 'to the gate', ...PAID };
    const answer = { id: 7, revision: 1, status: 'draft', ...HEADER, lines: [], costs: [stored] };
    const { draft } = readDocument(declaration, answer);
    expect(toBody(declaration, draft, NO_IDENTITIES).body).toMatchObject({ costs: [stored] });
  });

  const OTHER = [
    { of: 'dinars', currency_fk: 1, rate: null, other: 2, paid_rate: '1510', money_amount: '6.5' },
    { of: 'dollars', currency_fk: 2, rate: '1495', other: 1, paid_rate: '1495', money_amount: '14000' },
  ];
  it.each(OTHER)('in $of may be paid with the other money, at a rate that is shown', ({ other, ...of }) => {
    queryClient.setQueryData(['currency_rates', 'last_rate', DAY], { rate_id: 7, rate: '1510', in_rate: '1500' });
    const { currency_fk, rate, paid_rate, money_amount } = of;
    const blank = { ...blankCost(HEADER), amount: '9', currency_fk, rate };
    const column = (name: string) => costs.find(({ field }) => field === name);
    const account = column('account_fk');
    expect(account?.filter?.(HEADER, blank)).toEqual({ 'filter[currency_fk]': '1,2', outlet_fk: '1' });
    const chosen = (of: number) => {
      const row = { ...blank, account_fk: 5 };
      return { ...row, ...account?.fills?.({ currency_fk: of }, HEADER, row) };
    };
    const shown = (cost: Fields) =>
      ['paid_rate', 'money_amount'].map((name) => column(name)?.shown?.(HEADER, cost) ?? 'missing');
    expect(shown(chosen(currency_fk))).toEqual([false, false]);
    const paid = chosen(other);
    expect(shown(paid)).toEqual([true, true]);
    expect(costsOf(HEADER, { ...paid, money_amount }).body).toMatchObject({
      costs: [{ currency_fk, account_fk: 5, paid_rate, money_amount }],
    });
    const cleared = column('currency_fk')?.fills?.({ currency_id: other }, HEADER, paid) ?? {};
    expect(shown({ ...paid, ...cleared })).toEqual([false, false]);
  });

  it('that was paid with the other money is read with it, which is not sent', () => {
    const stored = { amount: '9', currency_fk: 1, rate: null, paid_rate: '1500', money_amount: null, ...PAID };
    const money = { paid_currency_fk: 2, paid_amount: '0.01' };
    const answer = { id: 7, revision: 1, status: 'draft', ...HEADER, lines: [], costs: [{ ...stored, ...money }] };
    const { draft } = readDocument(declaration, answer);
    expect(draft.costs[0]?.fields).toMatchObject(money);
    const { body } = toBody(declaration, draft, NO_IDENTITIES);
    expect(body).toMatchObject({ costs: [{ account_fk: 5, paid_rate: '1500' }] });
    expect(JSON.stringify(body)).not.toContain('paid_amount');
  });

  it('begins in the currency of the document, which is the system currency where it has none', () => {
    expect(blankCost({ ...HEADER, currency_fk: 1 })).toMatchObject({ currency_fk: 1, rate_fk: null, rate: null });
    if (WITHOUT_CURRENCY.includes(declaration)) expect(blankCost(HEADER)).toMatchObject({ currency_fk: 1, rate: null });
  });

  it.each([saleDeclaration, purchaseDeclaration])(
    'of $resource begins with the money of its document',
    (declaration) => {
      const header = { ...HEADER, currency_fk: 1, payment_type: 'cash', money_in: 2, paid_rate: '1500' };
      expect(declaration.blankCost?.(header)).toMatchObject({ account_fk: 3, money_in: 2, paid_rate: '1500' });
      expect(declaration.blankCost?.({ ...header, money_in: 1 })).not.toHaveProperty('money_in');
    },
  );
});
