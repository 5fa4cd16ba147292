/**
 * Figures as they are shown, on the screen and on paper: each is its own nearest value, so that a balance has the same digits in
 * every report (docs/decisions/0222). Costs have four decimals and are shown with those of their currency, so shown parts can be
 * some units apart from their shown total; that difference is a line of its own.
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
  /** The rows are one page of several: they do not add up to the total. */
  readonly isPage?: boolean | undefined;
}

/** What shown parts are less than their shown total, by the name of the column. */
export interface RoundingLine {
  /** The number of rows above it. */
  readonly below: number;
  /** The index of a row that is shown when it is. */
  readonly with: number;
  readonly figures: Readonly<Record<string, string>>;
}

/** The displayed text of a column in a row: a decimal string, or plain text. */
export const shownFigure = <R extends Row>(column: ReportColumn<R>, row: R): string =>
  rounded(column.text(row), column.decimals);

/** The displayed total of a column; undefined without one. */
export const shownTotal = <R extends Row>({ total, decimals }: ReportColumn<R>): string | undefined =>
  total ? rounded(total, decimals) : undefined;

/** The largest number of decimals of a figure. */
const SCALE = 20;

/** Rounds one figure half away from zero; returns other texts unchanged. */
export function rounded(text: string, decimals: number | undefined): string {
  const value = text === '' || decimals === undefined ? undefined : parseFixed(text, SCALE);
  return value === undefined || decimals === undefined
    ? text
    : printFixed(divideRounded(value, unitOf(decimals)), decimals);
}

const unitOf = (decimals: number): bigint => 10n ** BigInt(SCALE - decimals);

/** In the order of their places. */
export function roundingLines<R extends Row>(shown: ShownRows<R>): readonly RoundingLine[] {
  if (shown.isPage) return [];
  const found = shown.columns.flatMap((column) => roundingOf(shown, column).map((line) => ({ ...line, column })));
  const places = Map.groupBy(found, ({ below }) => below);
  return [...places]
    .toSorted(([one], [other]) => one - other)
    .map(([below, lines]) => ({
      below,
      with: lines[0]?.with ?? 0,
      figures: Object.fromEntries(
        lines.map(({ column, rest }) => [column.name, printFixed(rest, column.decimals ?? 0)]),
      ),
    }));
}

interface Node {
  readonly index: number;
  readonly key: string;
  readonly exact: bigint;
  /** In units of the column's decimals. */
  readonly shown: bigint;
  readonly isLess: boolean;
  readonly whole: string | undefined;
}

interface Rest {
  readonly below: number;
  readonly with: number;
  /** In units of the column's decimals. */
  readonly rest: bigint;
}

/** Of one column: what its leaves are less than what they are part of. */
function roundingOf<R extends Row>(shown: ShownRows<R>, column: ReportColumn<R>): readonly Rest[] {
  const { decimals, total } = column;
  if (decimals === undefined || column.standsAlone) return [];
  const nodes = nodesOf(shown, column, decimals);
  if (!nodes) return [];
  const own = new Map(nodes.map((node) => [node.key, node]));
  const parts = Map.groupBy(
    nodes.filter(({ whole }) => whole !== undefined && own.has(whole)),
    ({ whole }) => whole,
  );
  const tops = nodes.filter(({ whole }) => whole === undefined || !own.has(whole));
  const ofTops = tops.flatMap((top): Rest[] => {
    const leaves = leavesBelow(top, parts);
    const indexes = leaves.map(({ node }) => node.index);
    const [last, first] = [Math.max(...indexes), Math.min(...indexes)];
    const rest = restOf(top, leaves);
    return leaves.length > 0 && rest !== 0n
      ? [{ below: top.index > last ? top.index : last + 1, with: first, rest }]
      : [];
  });
  const exact = parseFixed(total ?? '', SCALE);
  if (exact === undefined || nodes.length === 0) return ofTops;
  const sum = { exact, shown: divideRounded(exact, unitOf(decimals)) };
  const rest = restOf(
    sum,
    tops.map((node) => ({ node, sign: signOf(node) })),
  );
  return rest === 0n ? ofTops : [...ofTops, { below: shown.rows.length, with: nodes.at(-1)?.index ?? 0, rest }];
}

/** Undefined when a figure is not a number. An empty one is part of nothing. */
function nodesOf<R extends Row>(
  { rows, rowKey, partOf }: ShownRows<R>,
  { text }: ReportColumn<R>,
  decimals: number,
): readonly Node[] | undefined {
  const nodes: Node[] = [];
  for (const [index, row] of rows.entries()) {
    const figure = text(row);
    if (figure === '') continue;
    const exact = parseFixed(figure, SCALE);
    if (exact === undefined) return undefined;
    const { whole, isLess = false } = partOf?.(row) ?? {};
    nodes.push({ index, key: rowKey(row), exact, shown: divideRounded(exact, unitOf(decimals)), isLess, whole });
  }
  return nodes;
}

const signOf = ({ isLess }: Pick<Node, 'isLess'>): bigint => (isLess ? -1n : 1n);

interface Leaf {
  readonly node: Node;
  readonly sign: bigint;
}

/** The rows that nothing is part of, below a row; none for a row without parts. */
function leavesBelow({ key }: Node, parts: ReadonlyMap<string | undefined, readonly Node[]>): readonly Leaf[] {
  return (parts.get(key) ?? []).flatMap((node): readonly Leaf[] => {
    const below = leavesBelow(node, parts);
    if (below.length === 0) return [{ node, sign: signOf(node) }];
    return below.map((leaf) => ({ ...leaf, sign: leaf.sign * signOf(node) }));
  });
}

/** Zero where the parts are not all of the whole: something of it has no row. */
function restOf(whole: Pick<Node, 'exact' | 'shown'>, parts: readonly Leaf[]): bigint {
  const exact = parts.reduce((sum, { node, sign }) => sum + sign * node.exact, 0n);
  const shown = parts.reduce((sum, { node, sign }) => sum + sign * node.shown, 0n);
  return exact === whole.exact ? whole.shown - shown : 0n;
}
