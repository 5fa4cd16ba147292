/**
 * Figures as a report shows them, on the screen, on paper and in Excel. Costs have four decimals and are shown in those of
 * their currency; each of them rounded by itself would not add up to the total below. A total is rounded, and its parts share
 * it by largest remainder: in a tree from the top down, on a page of many what the page adds to the pages before it. Every
 * figure is less than a unit away from its own.
 */
import { divideRounded, parseFixed, printFixed } from '../../../domain/kernel/fixed-point.ts';
import type { Row } from '../api/list.ts';
import type { ReportColumn } from './declaration.ts';

/** The row that a row is part of, by its key. A whole that is no row is the sum of its parts. */
export interface PartOf {
  readonly whole: string;
  /** The whole is made by taking it away. */
  readonly isLess?: boolean;
}

export interface ShownRows<R extends Row> {
  readonly columns: readonly ReportColumn<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  /** Of a tree; a row that is part of no other is part of the total. */
  readonly partOf?: ((row: R) => PartOf | undefined) | undefined;
  /**
   * Wholes that share what they add to those before them. When `rows` are those of all pages, they are shared page by page.
   * With one, a whole is the difference of two rounded sums.
   */
  readonly perPage?: number | undefined;
  /** The rows are those of all pages: nothing comes before them. */
  readonly isWhole?: boolean;
}

export interface ShownFigures<R extends Row> {
  /** What the column shows of the row: a decimal string, or the text of a column that is no figure. */
  readonly of: (column: ReportColumn<R>, row: R) => string;
  /** The figure below the column; undefined when it has none. */
  readonly total: (column: ReportColumn<R>) => string | undefined;
}

/** As many decimals as a figure of the books can have. */
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

/** A figure by itself, half away from zero; a text that is no figure as it is. */
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
  /** Of its row; undefined for a whole that is not shown. */
  readonly index: number | undefined;
  readonly exact: bigint;
  readonly isLess: boolean;
}

interface Forest {
  readonly tops: readonly Node[];
  /** The parts of each whole, by its key. */
  readonly below: ReadonlyMap<string, readonly Node[]>;
}

/** Undefined where the figures are not to add up: a column without decimals or, outside of a tree, without its total. */
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

/** Undefined where a figure is no number. An empty one is part of nothing. */
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
  /** What the figures of the pages before add up to. */
  readonly earlier: bigint;
  readonly unit: bigint;
  readonly perPage: number | undefined;
}

/** Units of each row, by its index. */
function sharedForest({ tops, below }: Forest, { earlier, unit, perPage }: Sharing): ReadonlyMap<number, bigint> {
  const units = new Map<number, bigint>();
  const share = (parts: readonly Node[], whole: bigint, rest = 0n) => {
    // What a whole has beside its parts is not shown; it takes its share before them.
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
 * `whole` units shared over figures, each rounded down or up to a unit: up where the largest remainders are, of equal ones
 * the first. `whole` is the sum of the figures rounded down or up.
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
