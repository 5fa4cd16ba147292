import { describe, expect, it } from 'vitest';
import { dueDocuments } from '../../web/assets/due-depreciations.tsx';

type DueAsset = Parameters<typeof dueDocuments>[1][number];

const assets = (count: number, months: number, outlet_fk: number): DueAsset[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ asset_purchase_fk: outlet_fk * 10_000 + index, asset_purchase_name: null, fixed_asset_fk: 1 },
    ...{ fixed_asset_name: 'Shelf', outlet_fk, outlet_name: `Outlet ${outlet_fk}`, months, amount: '10' },
    ...{ from_month: '2026-01', to_month: '2026-02' },
  }));
const counts = (given: readonly DueAsset[]) =>
  dueDocuments('2026-06-30', given).map(({ body }) => {
    const { outlet_fk, lines } = body as { readonly outlet_fk: number; readonly lines: readonly object[] };
    return [outlet_fk, lines.length];
  });

describe('the documents of all months that are due', () => {
  it('are one for each outlet', () => {
    expect(counts([...assets(2, 3, 1), ...assets(1, 1, 2)])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('have 500 assets at most, and 2,000 months', () => {
    expect(counts(assets(1_200, 3, 1))).toEqual([
      [1, 500],
      [1, 500],
      [1, 200],
    ]);
    expect(counts(assets(100, 60, 1))).toEqual([
      [1, 33],
      [1, 33],
      [1, 33],
      [1, 1],
    ]);
  });
});
