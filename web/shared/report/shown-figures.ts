/**
 * Rounds figures for display, on screen, on paper and in Excel. Costs have four decimals and are shown with those of
 * their currency; rounded separately, they would not add up to their total. The total is rounded, and its parts share
 * it by largest remainder: in a tree from the top down, on a page of several as the page's contribution to the running
 * sum. Every displayed figure differs from the exact one by less than a unit.
 */
import { divideRounded, parseFixed, printFixed } from '../../../domain/values/fixed-point.ts';
import type { Row } from '../api/list.ts';
import type { ReportColumn } from './declaration.ts';

/** The whole of a row, by key. A whole without a row is the sum of its parts. */
export interface PartOf {
  readonly whole: string;
  /** The part is subtracted. */
  readonly isLess?: boolean;
}

export interface ShownRows<R extends Row> {
  readonly columns: readonly ReportColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  /** In a tree; a row without a whole is part of the total. */
  readonly partOf?: ((row: R) => PartOf | undefined) | undefined;
  /**
   * The number of wholes that share their contribution to the running sum. When `rows` are those of all pages, they are
   * shared page by page. With 1, a whole is the difference of two rounded sums.
   */
  readonly perPage?: number | undefined;
  /** The rows are those of all pages: nothing precedes them. */
  readonly isWhole?: boolean;
}

export interface ShownFigures<R extends Row> {
  /** The displayed text of a column in a row: a decimal string, or plain text. */
  readonly of: (column: ReportColumn<R>, row: R) => string;
  /** The displayed total of a column; undefined without one. */
  readonly total: (column: ReportColumn<R>) => string | undefined;
}

/** The largest number of decimals of a figure. */
const SCALE = 20;

export function shownFigures<R extends Row>(shown: ShownRows<R>): ShownFigures<R> {
  const { columns, rows } = shown;
  const named = new Map(columns.map((column) => [column.name, column]));
  const shared = new Map(columns.map((column) => [column.name, sharedFigures(shown, column)]));
  const places = new Map(rows.map((row, index) => [row, index]));
  const own = (column: ReportColumn<R>, row: R): string => {
    const figure = shared.get(column.name)?.[places.get(row) ?? -1];
    return figure ?? rounded(column.text(row), column.decimals);
  };
  const ofBoth = ({ difference: names }: ReportColumn<R>, figure: (column: ReportColumn<R>) => string | undefined) => {
    const [from, less] = (names ?? []).map((name) => named.get(name));
    if (!from || !less || from.decimals === undefined) return undefined;
    return differenceOfShown(figure(from) ?? '', figure(less) ?? '', from.decimals);
  };
  const total = (column: ReportColumn<R>) => column.total && rounded(column.total, column.decimals);
  return {
    of: (column, row) => {
      const isBlank = column.text(row) === '';
      return (isBlank ? undefined : ofBoth(column, (other) => own(other, row))) ?? own(column, row);
    },
    total: (column) =>
      (column.total ? (ofBoth(column, (other) => total(other) || undefined) ?? total(column)) : undefined) || undefined,
  };
}

/** Rounds one figure half away from zero; returns other texts unchanged. */
export function rounded(text: string, decimals: number | undefined): string {
  const value = text === '' || decimals === undefined ? undefined : parseFixed(text, SCALE);
  return value === undefined || decimals === undefined
    ? text
    : printFixed(divideRounded(value, unitOf(decimals)), decimals);
}

function differenceOfShown(from: string, less: string, decimals: number): string | undefined {
  const [a, b] = [parseFixed(from || '0', decimals), parseFixed(less || '0', decimals)];
  return a === undefined || b === undefined ? undefined : printFixed(a - b, decimals);
}

const unitOf = (decimals: number): bigint => 10n ** BigInt(SCALE - decimals);

interface Node {
  readonly key: string;
  /** Index of its row; undefined for a whole without a row. */
  readonly index: number | undefined;
  readonly exact: bigint;
  readonly isLess: boolean;
}

interface Forest {
  readonly tops: readonly Node[];
  /** The parts of each whole, by the whole's key. */
  readonly below: ReadonlyMap<string, readonly Node[]>;
}

/** Undefined when figures need not add up: a column without decimals or, outside of a tree, without a total. */
function sharedFigures<R extends Row>(
  shown: ShownRows<R>,
  column: ReportColumn<R>,
): (string | undefined)[] | undefined {
  const { decimals } = column;
  if (decimals === undefined || column.standsAlone || (!shown.partOf && !column.total)) return undefined;
  const forest = forestOf(shown, column);
  if (!forest) return undefined;
  if (!shown.partOf && column.earlier === undefined && sumOf(forest.tops) !== parseFixed(column.total ?? '', SCALE))
    return undefined;
  const earlier = parseFixed((shown.isWhole ? undefined : column.earlier) ?? '0', SCALE) ?? 0n;
  const units = sharedForest(forest, { earlier, unit: unitOf(decimals), perPage: shown.perPage });
  return shown.rows.map((_, index) => {
    const own = units.get(index);
    return own === undefined ? undefined : printFixed(own, decimals);
  });
}

/** Undefined when a figure is not a number. An empty one is part of nothing. */
function forestOf<R extends Row>(
  { rows, rowKey, partOf }: ShownRows<R>,
  { text }: ReportColumn<R>,
): Forest | undefined {
  const nodes: (Node & { readonly whole: string | undefined })[] = [];
  for (const [index, row] of rows.entries()) {
    const figure = text(row);
    if (figure === '') continue;
    const exact = parseFixed(figure, SCALE);
    if (exact === undefined) return undefined;
    const part = partOf?.(row);
    nodes.push({ key: rowKey(row), index, exact, isLess: part?.isLess === true, whole: part?.whole });
  }
  const shown = new Set(nodes.map(({ key }) => key));
  const below = new Map<string, Node[]>();
  const tops: Node[] = [];
  for (const node of nodes) {
    const { whole } = node;
    const brothers = whole === undefined ? tops : below.get(whole);
    brothers?.push(node);
    if (brothers || whole === undefined) continue;
    const parts = [node];
    below.set(whole, parts);
    if (!shown.has(whole))
      tops.push({
        key: whole,
        index: undefined,
        isLess: false,
        get exact() {
          return sumOf(parts);
        },
      });
  }
  return { tops, below };
}

interface Sharing {
  /** The sum over earlier pages. */
  readonly earlier: bigint;
  readonly unit: bigint;
  readonly perPage: number | undefined;
}

/** Units of each row, by index. */
function sharedForest({ tops, below }: Forest, { earlier, unit, perPage }: Sharing): ReadonlyMap<number, bigint> {
  const units = new Map<number, bigint>();
  const share = (parts: readonly Node[], whole: bigint, rest = 0n) => {
    // The rest of a whole beyond its parts is not displayed; it takes its share first.
    const [, ...shares] = sharedUnits([rest, ...parts.map(signed)], whole, unit);
    for (const [at, { index, key, isLess, exact }] of parts.entries()) {
      const own = (shares[at] ?? 0n) * (isLess ? -1n : 1n);
      if (index !== undefined) units.set(index, own);
      const children = below.get(key);
      if (children) share(children, own, exact - sumOf(children));
    }
  };
  let before = earlier;
  for (const page of pagesOf(tops, perPage)) {
    const after = before + sumOf(page);
    share(page, divideRounded(after, unit) - divideRounded(before, unit));
    before = after;
  }
  return units;
}

const signed = ({ exact, isLess }: Node): bigint => (isLess ? -exact : exact);
const sumOf = (nodes: readonly Node[]): bigint => nodes.reduce((sum, node) => sum + signed(node), 0n);

function pagesOf(nodes: readonly Node[], perPage: number | undefined): readonly (readonly Node[])[] {
  if (perPage === undefined) return [nodes];
  return Array.from({ length: Math.ceil(nodes.length / perPage) }, (_, at) =>
    nodes.slice(at * perPage, (at + 1) * perPage),
  );
}

/**
 * Shares `whole` units over figures, each rounded down or up to a unit: up for the largest remainders, of equal ones
 * the first. `whole` is the rounded sum of the figures.
 */
function sharedUnits(figures: readonly bigint[], whole: bigint, unit: bigint): bigint[] {
  const parts = figures.map((value, index) => {
    const rest = ((value % unit) + unit) % unit;
    return { index, rest, units: (value - rest) / unit };
  });
  const missing = whole - parts.reduce((before, { units }) => before + units, 0n);
  const raised = new Set(
    parts
      .toSorted((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1))
      .slice(0, Number(missing))
      .map(({ index }) => index),
  );
  return parts.map(({ index, units }) => (raised.has(index) ? units + 1n : units));
}
