/** The columns of a grid fit into its card. */
import { describe, expect, it } from 'vitest';
import { columnWidth, gridWidths } from '../../web/shared/document/grid/widths.ts';

describe('the columns of a grid', () => {
  it('become narrower by a fifth before the grid is scrolled; names get the rest', () => {
    const { template, least } = gridWidths(['36px', 'minmax(190px, 1fr)', '120px']);
    expect(template).toBe('minmax(29px, 36px) minmax(190px, 1fr) minmax(96px, 120px)');
    expect(least).toBe(29 + 190 + 96);
  });

  it('show a day and a unit as a whole, whatever width they were declared with', () => {
    expect(gridWidths([columnWidth({ kind: 'date', width: '100px' })]).least).toBe(94);
    expect(columnWidth({ kind: 'unit', width: '74px' })).toBe('minmax(76px, 76px)');
    expect(columnWidth({ kind: 'amount', width: '74px' })).toBe('74px');
    expect(columnWidth({ kind: 'date', width: 'minmax(120px, 1fr)' })).toBe('minmax(120px, 1fr)');
  });

  it('of another kind stay as they are', () => {
    expect(gridWidths(['1fr'])).toEqual({ template: '1fr', least: 0 });
  });
});
