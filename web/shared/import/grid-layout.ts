/** How the grid of a file looks: its tracks, which of them stay in sight, and which cells hold numbers. */
import type { ImportColumn } from '../../../domain/imports/import-format.ts';

/** The number of the row and what is wrong with it stay in sight. */
const NUMBER_PX = 56;
const REASON_PX = 256;
export const PINNED_PX = NUMBER_PX + REASON_PX;
const REMOVE_PX = 36;

/** Tracks, and the width below which the grid is scrolled instead of squeezed. */
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

/** Stays at the beginning of the line while the others are scrolled under it. */
export const PINNED_CELL = 'sticky z-[1] h-[31px] leading-[31px]';

/** Numbers end where their heading ends. */
export const isNumber = ({ kind }: Pick<ImportColumn, 'kind'>): boolean =>
  kind === 'amount' || kind === 'quantity' || kind === 'percent' || kind === 'whole';
