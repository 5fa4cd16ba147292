/** Any report on paper, from its table and its parameters. Columns about the log are not printed. */
import type { PaperParty } from '../../../domain/paper/paper.schema.ts';
import type { Row } from '../api/list.ts';
import { recordName } from '../api/lookup.ts';
import type { ChartData } from '../chart/chart-data.ts';
import { printedChart } from '../chart/printed-chart.ts';
import { say } from '../language/language.ts';
import { fetchReportLook, isShortColumn, tableLaidOut } from '../paper/lay-out-table.ts';
import type { LaidOut } from '../paper/printing/print-paper.ts';
import type { PrintedFact, PrintedReport } from '../paper/printing/printed-report.ts';
import { formatDate, formatMoment } from '../typing/date-words.ts';
import { type DigitShape, shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { AS_AT, FROM, KNOWN_AT, type ReportColumn, type ReportFilter } from './declaration.ts';
import { isPosition, recordedAt } from './known-moment.ts';
import { streamWords } from './report-links.tsx';
import type { ReportSearch } from './report-search.ts';
import { headingOf, type ReportTableProps } from './report-table.tsx';
import { roundingLines, shownFigure, shownTotal } from './shown-figures.ts';

export interface ReportOnPaper<R extends Row> extends ReportTableProps<R> {
  readonly title: string;
  readonly subject?: string | undefined;
  readonly filters: readonly ReportFilter[];
  readonly search: ReportSearch;
  /** When the figures were read, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  /** In a tree: 0 at the top. */
  readonly levelOf?: ((row: R) => number) | undefined;
  /** Below the table: the balance in each currency. */
  readonly sums?: readonly PrintedFact[] | undefined;
  readonly party?: PaperParty | undefined;
  /** The chart that is shown instead of the table, and its drawing on the screen. */
  readonly drawing?: { readonly chart: ChartData; readonly svg: Element | null | undefined } | undefined;
}

/** The paper laid out, wide enough for all of its columns. */
export async function reportLaidOut<R extends Row>(report: ReportOnPaper<R>, printedBy: string): Promise<LaidOut> {
  const look = await fetchReportLook(paperOf(report), report.search['outlet_fk']);
  const { digits } = look.template;
  // The party is above the table already.
  const facts = (await factsOf(report, digits)).filter(({ value }) => value !== report.party?.name);
  return tableLaidOut(printedReport(report, facts, digits), look, printedBy);
}

const paperOf = ({ party }: Pick<ReportOnPaper<Row>, 'party'>) => (party ? 'statement' : 'report');

export function printedReport<R extends Row>(
  report: ReportOnPaper<R>,
  facts: readonly PrintedFact[],
  digits: DigitShape,
): PrintedReport {
  const { title, subject, party, drawing, rows, strong, levelOf, before, after } = report;
  const paper = paperOf(report);
  if (drawing) return { paper, title, subject, facts, sums: [], ...printedChart(drawing.chart, drawing.svg, digits) };
  const columns = report.columns.filter(({ isInternal, isOnScreenOnly }) => !isInternal && !isOnScreenOnly);
  const line = (values: Readonly<Record<string, string>>) => ({
    cells: columns.map((column, index) =>
      index === 0
        ? (values['label'] ?? '')
        : textOf({ ...column, blankZero: false }, values[column.name] ?? '', digits),
    ),
    isStrong: true,
  });
  const rounding = roundingLines({ ...report, columns });
  const totals = columns.map((column) => {
    const total = shownTotal(column);
    return total === undefined ? '' : textOf({ ...column, blankZero: false }, total, digits);
  });
  return {
    paper,
    title,
    subject,
    party,
    facts,
    columns: columns.map((column) => ({
      heading: headingOf(column),
      isFigure: column.numeric === true,
      isShort: column.width !== undefined && isShortColumn(rows, column.text),
    })),
    rows: [
      ...(before ? [line(before)] : []),
      ...[...rows.keys(), rows.length].flatMap((index) => [
        ...rounding
          .filter(({ below }) => below === index)
          .map(({ figures }) => ({ ...line({ label: say('report:rounding_shown'), ...figures }), isStrong: false })),
        ...rows.slice(index, index + 1).map((row) => ({
          cells: columns.map((column) => textOf(column, shownFigure(column, row), digits)),
          isStrong: strong?.(row) === true,
          level: levelOf?.(row) ?? 0,
        })),
      ]),
      ...(after ? [line(after)] : []),
    ],
    totals: totals.some((text) => text !== '') ? [totals[0] || say('report:total'), ...totals.slice(1)] : undefined,
    sums: (report.sums ?? []).map(({ label, value }) => ({
      label: shapeDigits(label, digits),
      value: formatDecimal(value, { digits }),
    })),
  };
}

function textOf<R extends Row>(
  { numeric, decimals, blankZero, sheet }: ReportColumn<R>,
  value: string,
  digits: DigitShape,
): string {
  if (value === '') return '';
  if (numeric) {
    const exact = decimals === undefined ? {} : { decimals, decimalsMin: decimals };
    return formatDecimal(value, { digits, ...exact, ...(blankZero ? { zero: '' } : {}) });
  }
  if (sheet === 'moment') return shapeDigits(value, digits);
  return sheet === 'date' ? shapeDigits(formatDate(value), digits) : value;
}

/** The parameters of the report in words: every filter with a value, and both times. */
export async function factsOf<R extends Row>(
  report: ReportOnPaper<R>,
  digits: DigitShape,
): Promise<readonly PrintedFact[]> {
  const { filters, search } = report;
  // `timesOf` says nothing for a report without the day of its figures, such as the log.
  const saidAlready = filters.includes(AS_AT) ? [AS_AT, KNOWN_AT, FROM] : [];
  const values = await Promise.allSettled(filters.map((filter) => wordsOf(filter, search[filter.name], digits)));
  const asked = filters.flatMap((filter, index) => {
    const value = search[filter.name];
    if (value === undefined || saidAlready.includes(filter) || filter.name === 'show') return [];
    const words = values[index];
    // A name that cannot be read leaves its number.
    return [{ label: say(filter.label), value: words?.status === 'fulfilled' ? words.value : `#${value}` }];
  });
  return [...(await timesOf(report, digits)), ...asked];
}

async function timesOf<R extends Row>(
  { filters, search, readAt = Date.now() }: ReportOnPaper<R>,
  digits: DigitShape,
): Promise<readonly PrintedFact[]> {
  if (!filters.includes(AS_AT)) return [];
  const { from, as_at: asAt, known_at: known } = search;
  const day = (value: unknown) => shapeDigits(formatDate(String(value)), digits);
  const moment = known === undefined ? new Date(readAt).toISOString() : String(known);
  return [
    ...(from === undefined ? [] : [{ label: say('report:filters.from'), value: day(from) }]),
    { label: say('report:filters.as_at'), value: asAt === undefined ? say('report:all_days') : day(asAt) },
    { label: say('report:filters.known_at'), value: await momentText(moment, digits) },
  ];
}

/** A person who may not see the event reads the word for it. */
async function momentText(known: string, digits: DigitShape): Promise<string> {
  const moment = isPosition(known) ? recordedAt(known).queryFn() : Promise.resolve(known);
  return moment.then(
    (recorded) => shapeDigits(formatMoment(recorded), digits),
    () => say('report:columns.event'),
  );
}

async function wordsOf(filter: ReportFilter, value: string | number | undefined, digits: DigitShape): Promise<string> {
  const text = String(value ?? '');
  switch (filter.kind) {
    case 'day':
      return shapeDigits(formatDate(text), digits);
    case 'known_at':
      return momentText(text, digits);
    case 'lookup':
      return typeof value === 'number' ? recordName(filter.resource ?? '', value) : text;
    case 'choice':
      return say(`report:choices.${text}`);
    case 'option':
      return filter.words?.find((word) => word.value === text)?.label ?? text;
    case 'document':
      return streamWords(text);
    case 'linked':
      return shapeDigits((await filter.inWords?.(text)) ?? text, digits);
    default:
      return text;
  }
}
