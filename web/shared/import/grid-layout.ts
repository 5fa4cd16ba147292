/** The layout of an import grid: tracks, sticky columns, and number columns. */
import type { ImportColumn } from '../../../domain/imports/import-format.ts';

/** The row number and its state are sticky. */
const NUMBER_PX = 56;
const REASON_PX = 256;
export const PINNED_PX = NUMBER_PX + REASON_PX;
const REMOVE_PX = 36;

/** Tracks, and the minimum width before the grid scrolls. */
export function tracksOf(columns: readonly ImportColumn[]): { readonly template: string; readonly minWidth: number } {
  const widths = columns.map(widthOf);
  const tracks = widths.map((width) => `minmax(${width}px, 1fr)`);
  return {
    template: [`${NUMBER_PX}px`, `${REASON_PX}px`, ...tracks, `${REMOVE_PX}px`].join(' '),
    minWidth: PINNED_PX + widths.reduce((sum, width) => sum + width, 0) + REMOVE_PX,
  };
}

function widthOf({ kind, length = 0 }: ImportColumn): number {
  if (kind === 'text') return length > LONG ? 190 : 130;
  return kind === 'reference' ? 130 : 110;
}
const LONG = 60;

/** Sticky at the start of the row. */
export const PINNED_CELL = 'sticky z-[1] h-[31px] leading-[31px]';

/** Numbers are aligned at the end of their column. */
export const isNumber = ({ kind }: Pick<ImportColumn, 'kind'>): boolean =>
  kind === 'amount' || kind === 'quantity' || kind === 'percent' || kind === 'whole';
