/** The columns of a grid fit into its card. */
import { describe, expect, it } from 'vitest';
import { gridWidths } from '../../web/shared/document/grid/widths.ts';

describe('the columns of a grid', () => {
  it('become narrower by a fifth before the grid is scrolled; names get the rest', () => {
    const { template, least } = gridWidths(['36px', 'minmax(190px, 1fr)', '120px']);
    expect(template).toBe('minmax(29px, 36px) minmax(190px, 1fr) minmax(96px, 120px)');
    expect(least).toBe(29 + 190 + 96);
  });

  it('of another kind stay as they are', () => {
    expect(gridWidths(['1fr'])).toEqual({ template: '1fr', least: 0 });
  });
});
