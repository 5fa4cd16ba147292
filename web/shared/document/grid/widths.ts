/** The widths of a grid's columns: all columns fit into the card, before the grid is scrolled. */
import type { ColumnDeclaration } from '../model/declaration.ts';

/** Smallest share of the declared width of a column. */
const NARROWEST = 0.8;
/** A day of ten digits, and the name of a unit, are read as a whole: what is cut of them is another one. */
const LEAST_PX: Partial<Record<ColumnDeclaration['kind'], number>> = { date: 94, unit: 76 };

export function columnWidth({ kind, width }: Pick<ColumnDeclaration, 'kind' | 'width'>): string {
  const [least, declared] = [LEAST_PX[kind], /^(\d+)px$/.exec(width)?.[1]];
  return least === undefined || declared === undefined
    ? width
    : `minmax(${least}px, ${Math.max(least, Number(declared))}px)`;
}

export interface GridWidths {
  /** `grid-template-columns` */
  readonly template: string;
  /** The least width of the whole grid, in pixels. */
  readonly least: number;
}

/** `widths` are `84px` or `minmax(190px, 1fr)`; another one is kept as it is. */
export function gridWidths(widths: readonly string[]): GridWidths {
  const tracks = widths.map((width) => {
    const [, fixed, atLeast] = /^(?:(\d+)px|minmax\((\d+)px,.*\))$/.exec(width) ?? [];
    if (fixed === undefined) return { track: width, least: Number(atLeast ?? 0) };
    const least = Math.round(Number(fixed) * NARROWEST);
    return { track: `minmax(${least}px, ${fixed}px)`, least };
  });
  return {
    template: tracks.map(({ track }) => track).join(' '),
    least: tracks.reduce((sum, { least }) => sum + least, 0),
  };
}
