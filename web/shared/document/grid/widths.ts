/** The widths of a grid's columns: all columns fit into the card, before the grid is scrolled. */

/** Smallest share of the declared width of a column. */
const NARROWEST = 0.8;

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
