/** The paper of a reminder, in the language of the letter, which may be another one than the screen's. */
import type { Reads } from '../shared/api/read.ts';
import type { PrintedReport } from '../shared/paper/printing/printed-report.ts';
import { formatDate } from '../shared/typing/date-words.ts';
import { type DigitShape, shapeDigits } from '../shared/typing/digits.ts';
import { formatDecimal } from '../shared/typing/number-format.ts';

/** The server's data of a reminder: proposed or issued. */
export type Letter = Reads['payment_reminders/:id/letter'];

/** A text in the language of the letter. */
type Words = (key: string, params?: Readonly<Record<string, string>>) => string;

const COLUMNS = [
  { name: 'document', isFigure: false, isShort: false },
  { name: 'date', isFigure: false, isShort: true },
  { name: 'due_date', isFigure: false, isShort: true },
  { name: 'days', isFigure: true, isShort: true },
  { name: 'amount', isFigure: true, isShort: true },
] as const;

/** `shop` signs the letter. */
export function reminderPaper(letter: Letter, words: Words, digits: DigitShape, shop: string): PrintedReport {
  const { customer, documents, totals, number, date, note, reminder_level: level } = letter;
  const day = (of: string) => shapeDigits(formatDate(of), digits);
  const money = (currency: number, amount: string): string => {
    const known = totals.find(({ currency_fk }) => currency_fk === currency);
    const text = formatDecimal(amount, { digits, decimalsMin: known?.decimals ?? 0 });
    return known?.symbol ? `${text} ${known.symbol}` : text;
  };
  return {
    paper: 'reminder',
    title: shapeDigits(titleOf(letter, words), digits),
    party: {
      role: 'customer_fk',
      name: customer.consumer_name,
      code: customer.code,
      address: customer.address,
      phones: [...customer.phones],
    },
    facts: [
      ...(number ? [{ label: words('letters:number'), value: number }] : []),
      { label: words('letters:date'), value: day(date) },
    ],
    letter: {
      opening: [
        words('letters:greeting', { name: customer.consumer_name }),
        words(level > 1 ? 'letters:text_again' : 'letters:text_first'),
      ],
      closing: [words('letters:request'), ...(note ? [note] : []), `${words('letters:regards')}\n${shop}`],
    },
    columns: COLUMNS.map(({ name, ...column }) => ({ heading: words(`letters:columns.${name}`), ...column })),
    rows: [
      ...documents.map((each) => ({
        cells: [
          [words(`documents:${each.document_kind}.one`), each.number ?? ''].join(' ').trim(),
          day(each.date),
          day(each.due_date),
          shapeDigits(String(each.days), digits),
          money(each.currency_fk, each.amount),
        ],
      })),
      ...totals.map(({ currency_fk, amount }) => ({
        cells: [words('letters:total'), '', '', '', money(currency_fk, amount)],
        isStrong: true,
      })),
    ],
    sums: [],
  };
}

/** The third and later reminders are numbered. */
function titleOf({ reminder_level: level }: Pick<Letter, 'reminder_level'>, words: Words): string {
  if (level <= 1) return words('letters:title_first');
  return level === 2 ? words('letters:title_second') : words('letters:title_later', { level: String(level) });
}

/** The letter as text, for a message to the customer. */
export function reminderText({ title, facts, letter, rows }: PrintedReport): readonly string[] {
  return [
    title,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(letter?.opening ?? []),
    ...rows.map(({ cells }) => cells.filter((cell) => cell !== '').join(' · ')),
    ...(letter?.closing ?? []),
  ];
}
