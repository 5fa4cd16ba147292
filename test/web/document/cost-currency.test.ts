/** Costs in another currency: their rate is filled, sent, and sent back unchanged, in every document with costs. */
import { afterEach, describe, expect, it } from 'vitest';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { queryClient } from '../../../web/shared/api/query.ts';
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

  it('that is stored is sent back with its rate and note', () => {
    const stored = { amount: '9', currency_fk: 2, rate_fk: 4, rate: '1490', note: 'to the gate', ...PAID };
    const answer = { id: 7, revision: 1, status: 'draft', ...HEADER, lines: [], costs: [stored] };
    const { draft } = readDocument(declaration, answer);
    expect(toBody(declaration, draft, NO_IDENTITIES).body).toMatchObject({ costs: [stored] });
  });

  it('begins in the currency of the document, which is the system currency where it has none', () => {
    expect(blankCost({ ...HEADER, currency_fk: 1 })).toMatchObject({ currency_fk: 1, rate_fk: null, rate: null });
    if (WITHOUT_CURRENCY.includes(declaration)) expect(blankCost(HEADER)).toMatchObject({ currency_fk: 1, rate: null });
  });
});
