/**
 * Any report on paper, from its table and what it was asked with. Columns that are about the log stay on the screen. The
 * sheet is turned, and the print made smaller, until no column is cut.
 */
import type { PaperBusiness } from '../../../domain/paper/paper.schema.ts';
import { isolateLtr } from '../../../languages/isolate.ts';
import { get } from '../api/client.ts';
import type { Row } from '../api/list.ts';
import { recordName } from '../api/lookup.ts';
import { say } from '../language/language.ts';
import { LANGUAGES, preferences } from '../language/preferences.ts';
import { type LaidOut, layOut } from '../paper/print-paper.ts';
import { type PrintedFact, type PrintedReport, REPORT_WIDTHS, reportPaper } from '../paper/report-paper.ts';
import { formatDate, formatMoment } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { AS_AT, FROM, KNOWN_AT, type ReportColumn, type ReportFilter } from './declaration.ts';
import { streamWords } from './report-links.tsx';
import type { ReportSearch } from './report-search.ts';
import { headingOf, type ReportTableProps } from './report-table.tsx';
import { shownFigures } from './shown-figures.ts';

/** Letters. */
const SHORT = 24;

export interface ReportOnPaper<R extends Row> extends ReportTableProps<R> {
  readonly title: string;
  readonly subject?: string | undefined;
  readonly filters: readonly ReportFilter[];
  readonly search: ReportSearch;
  readonly position?: string | undefined;
  /** In a tree: 0 at the top. */
  readonly levelOf?: ((row: R) => number) | undefined;
  /** Below the table: what is left in each currency. */
  readonly sums?: readonly PrintedFact[] | undefined;
}

/** The paper laid out, wide enough for all of its columns. */
export async function reportLaidOut<R extends Row>(report: ReportOnPaper<R>, printedBy: string): Promise<LaidOut> {
  const outlet = report.search['outlet_fk'];
  const { language, digits } = preferences();
  const [{ data: business }, { paperWords }, facts] = await Promise.all([
    get<PaperBusiness>('papers/business', { query: { outlet_fk: outlet } }),
    import('../paper/paper-words.ts'),
    factsOf(report),
  ]);
  const printed = printedReport(report, facts);
  const settings = { business, language, digits, printedBy, printedAt: formatMoment(new Date().toISOString()) };
  const words = await paperWords(LANGUAGES);
  const layInWidth = (index: number): Promise<LaidOut> => {
    const width = REPORT_WIDTHS[index] ?? 'smallest';
    return layOut(reportPaper(printed, { ...settings, words, width }));
  };
  let laidOut = await layInWidth(0);
  for (let index = 1; laidOut.isCut && index < REPORT_WIDTHS.length; index += 1) laidOut = await layInWidth(index);
  return laidOut;
}

export function printedReport<R extends Row>(report: ReportOnPaper<R>, facts: readonly PrintedFact[]): PrintedReport {
  const { title, subject, rows, strong, levelOf, before, after } = report;
  const columns = report.columns.filter(({ isInternal }) => !isInternal);
  const figures = shownFigures({ ...report, columns });
  const line = (values: Readonly<Record<string, string>>) => ({
    cells: columns.map((column, index) =>
      index === 0 ? (values['label'] ?? '') : textOf({ ...column, blankZero: false }, values[column.name] ?? ''),
    ),
    isStrong: true,
  });
  const totals = columns.map((column) => {
    const total = figures.total(column);
    return total === undefined ? '' : textOf({ ...column, blankZero: false }, total);
  });
  return {
    title,
    subject,
    facts,
    columns: columns.map((column) => ({
      heading: headingOf(column),
      isFigure: column.numeric === true,
      isShort: column.width !== undefined && rows.every((row) => column.text(row).length <= SHORT),
    })),
    rows: [
      ...(before ? [line(before)] : []),
      ...rows.map((row) => ({
        cells: columns.map((column) => textOf(column, figures.of(column, row))),
        isStrong: strong?.(row) === true,
        level: levelOf?.(row) ?? 0,
      })),
      ...(after ? [line(after)] : []),
    ],
    totals: totals.some((text) => text !== '') ? [totals[0] || say('report:total'), ...totals.slice(1)] : undefined,
    sums: (report.sums ?? []).map(({ label, value }) => ({ label, value: numberText(value) })),
  };
}

const numberText = (value: string): string => formatDecimal(value, { digits: preferences().digits });

function textOf<R extends Row>({ numeric, decimals, blankZero, sheet }: ReportColumn<R>, value: string): string {
  const { digits } = preferences();
  if (value === '') return '';
  if (numeric) {
    const exact = decimals === undefined ? {} : { decimals, decimalsMin: decimals };
    return formatDecimal(value, { digits, ...exact, ...(blankZero ? { zero: '' } : {}) });
  }
  return sheet === 'date' ? shapeDigits(formatDate(value), digits) : value;
}

/** What the report was asked with, in words: every filter that has something, and both times. */
async function factsOf<R extends Row>(report: ReportOnPaper<R>): Promise<readonly PrintedFact[]> {
  const { filters, search } = report;
  const values = await Promise.allSettled(filters.map((filter) => wordsOf(filter, search[filter.name])));
  const asked = filters.flatMap((filter, index) => {
    const value = search[filter.name];
    if (value === undefined || [AS_AT, KNOWN_AT, FROM].includes(filter) || filter.name === 'show') return [];
    const words = values[index];
    // A name that cannot be read leaves its number.
    return [{ label: say(filter.label), value: words?.status === 'fulfilled' ? words.value : `#${value}` }];
  });
  return [...timesOf(report), ...asked];
}

function timesOf<R extends Row>({ filters, search, position }: ReportOnPaper<R>): readonly PrintedFact[] {
  if (!filters.includes(AS_AT)) return [];
  const { from, as_at: asAt, known_at: known } = search;
  const day = (value: unknown) => shapeDigits(formatDate(String(value)), preferences().digits);
  const at = position === undefined ? '' : ` · ${say('report:position')} ${numberOf(position)}`;
  return [
    ...(from === undefined ? [] : [{ label: say('report:filters.from'), value: day(from) }]),
    { label: say('report:filters.as_at'), value: asAt === undefined ? say('report:all_days') : day(asAt) },
    {
      label: say('report:filters.known_at'),
      value: `${known === undefined ? say('report:known_at_now') : momentText(String(known))}${at}`,
    },
  ];
}

const numberOf = (position: string): string => isolateLtr(shapeDigits(`#${position}`, preferences().digits));

const momentText = (known: string): string =>
  /^\d+$/.test(known) ? numberOf(known) : shapeDigits(formatMoment(known), preferences().digits);

async function wordsOf(filter: ReportFilter, value: string | number | undefined): Promise<string> {
  const text = String(value ?? '');
  switch (filter.kind) {
    case 'day':
      return shapeDigits(formatDate(text), preferences().digits);
    case 'known_at':
      return momentText(text);
    case 'lookup':
      return typeof value === 'number' ? recordName(filter.resource ?? '', value) : text;
    case 'choice':
      return say(`report:choices.${text}`);
    case 'option':
      return filter.words?.find((word) => word.value === text)?.label ?? text;
    case 'document':
      return streamWords(text);
    default:
      return text;
  }
}
