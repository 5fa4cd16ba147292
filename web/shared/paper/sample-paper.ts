/** A sample of a paper for the preview of its template: a value for every block and column that the paper declares. */

import { layoutOf } from '../../../domain/paper/layout.ts';
import type { PaperDocument, PaperLine } from '../../../domain/paper/paper.schema.ts';
import type { Paper, PaperColumn } from '../../../domain/paper/paper.ts';
import { REPORT_PAPERS, type ReportPaperName } from '../../../domain/paper/report-papers.ts';
import type { Language } from '../../../domain/values/language.ts';
import { localToday } from '../typing/date-words.ts';
import type { PaperWords } from './paper-words.ts';
import type { PrintedReport } from './printing/printed-report.ts';

const LINES = 3;
const FACTS = 3;
const SAMPLE: Readonly<Record<PaperColumn['kind'], string>> = {
  text: '',
  quantity: '2',
  amount: '4500',
  percent: '5',
  discount: '5%',
  date: '2026-01-31',
  time: '09:05',
  option: '',
  whole: '1',
  batches: JSON.stringify([{ batch_number: 'B7', expire_date: '2027-12-31', quantity: '2' }]),
};
const BARCODE = '6250000000017';

/** The same for a report: a few rows with a total. */
export function sampleReport(paper: ReportPaperName, words: PaperWords, language: Language): PrintedReport {
  const sample = words(language, 'paper:sample');
  const heading = (field: string) => words(language, `label:${field}`);
  const party = { role: 'customer_fk', name: sample, address: sample, phones: ['0750 000 0000'] };
  return {
    paper,
    title: words(language, `paper:titles.${paper}`),
    ...(REPORT_PAPERS[paper].party ? { party } : {}),
    facts: [{ label: heading('date'), value: '31/01/2026' }],
    columns: [
      { heading: heading('date'), isFigure: false, isShort: true },
      { heading: heading('document_number'), isFigure: false, isShort: true },
      { heading: heading('amount'), isFigure: true, isShort: false },
    ],
    rows: Array.from({ length: LINES }, (_, index) => ({ cells: ['31/01/2026', `X-00000${index + 1}`, '4,500'] })),
    totals: [words(language, 'printed:totals.total'), '', '13,500'],
    sums: [],
  };
}

export function samplePaper(paper: Paper, words: PaperWords, language: Language): PaperDocument {
  const { table, goods, party, totals } = paper;
  const sample = words(language, 'paper:sample');
  const columns = [...(table?.columns ?? []), ...(table?.further ?? [])];
  const cell = ({ field, kind }: PaperColumn, index: number) =>
    field === 'barcode' ? BARCODE : SAMPLE[kind] || `${sample} ${index + 1}`;
  const line = (of: readonly PaperColumn[], index: number): PaperLine =>
    Object.fromEntries(of.map((column) => [column.field, cell(column, index)]));
  // The words of an option belong to its values, of which a sample has none.
  const facts = paper.facts.filter(({ kind }) => kind !== 'option').slice(0, FACTS);
  return {
    layout: layoutOf(paper),
    number: 'X-000001',
    status: 'complete',
    date: localToday(new Date()),
    note: sample,
    facts: facts.map(({ field, kind }, index) => ({ field, kind, value: cell({ field, kind }, index) })),
    currency: {
      currency_fk: 1,
      currency_name: words(language, 'printed:money.1.other', { n: '' }).trim(),
      symbol: '',
      decimals: 0,
    },
    ...(party ? { party: { role: party, name: sample, address: sample, phones: ['0750 000 0000'] } } : {}),
    lines: Array.from({ length: LINES }, (_, index) => line(columns, index)),
    ...(goods ? { line_goods: Array.from({ length: LINES }, () => [line(goods, 0)]), goods: [line(goods, 0)] } : {}),
    totals:
      totals === 'priced'
        ? [
            { name: 'gross', value: '14000' },
            { name: 'invoice_discount', value: '-500' },
          ]
        : [],
    ...(totals ? { total: '13500', paid: '10000', remaining: '3500' } : {}),
    proof: { position: '42', mark: '0123456789abcdef' },
  };
}
