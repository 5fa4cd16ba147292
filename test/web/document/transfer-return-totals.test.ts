import { describe, expect, it } from 'vitest';
import { transferReturnDeclaration } from '../../../web/sales/sale-transfer-returns.tsx';

describe('the totals of a returned sale transfer', () => {
  it('round each line to the decimals of the currency, as it is posted', () => {
    const line = (key: number, price: string, quantity: string) => ({ key, fields: { price, quantity } });
    const draft = { header: {}, lines: [line(1, '1250', '2'), line(2, '2000.5', '3')], costs: [] };
    const facts = { systemCurrency: 1, roundingStep: null };
    const rounded = transferReturnDeclaration.totals(draft, { ...facts, decimals: 0 });
    expect([rounded.lines.get(2), rounded.total]).toEqual(['6002', '8502']);
    const exact = transferReturnDeclaration.totals(draft, { ...facts, decimals: 2 });
    expect([exact.lines.get(2), exact.total]).toEqual(['6001.5', '8501.5']);
  });
});
