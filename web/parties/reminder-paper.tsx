/** The printed reminder, in the language of the letter, independent of the screen's. */
import type { ReactNode } from 'react';
import { Amount, Day } from '../shared/controls/amount.tsx';
import type { Words } from '../shared/language/language.ts';
import { directionOf, type Language } from '../shared/language/preferences.ts';
import { type Letter, type LetterDocument, shopName } from './reminder-letter.ts';

interface PaperProps {
  readonly letter: Letter;
  readonly language: Language;
  readonly words: Words;
}

export function ReminderPaper({ letter, language, words }: PaperProps) {
  const { customer, documents, number, date, note } = letter;
  const shop = shopName(letter, language);
  return (
    <article
      lang={language}
      dir={directionOf(language)}
      className="mx-auto flex w-full max-w-3xl flex-col gap-5 rounded-lg border border-edge bg-surface-1 p-6 shadow-card sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none"
    >
      <Head letter={letter} shop={shop} />
      <div className="flex flex-wrap justify-between gap-4">
        <address className="not-italic">
          <p className="font-semibold">
            <bdi>{customer.consumer_name}</bdi>
          </p>
          {customer.address && <p>{customer.address}</p>}
          {customer.mobile && (
            <p>
              <bdi dir="ltr">{customer.mobile}</bdi>
            </p>
          )}
        </address>
        <div className="text-end">
          <p>
            {words('letters:date')} <Day value={date} />
          </p>
          {number && (
            <p>
              {words('letters:number')} <bdi>{number}</bdi>
            </p>
          )}
        </div>
      </div>
      <h2 className="text-xl font-semibold">{titleOf(letter, words)}</h2>
      <p>{words('letters:greeting', { name: customer.consumer_name })}</p>
      <p>{words(letter.reminder_level > 1 ? 'letters:text_again' : 'letters:text_first')}</p>
      <Lines documents={documents} letter={letter} words={words} />
      <p>{words('letters:request')}</p>
      {note && <p>{note}</p>}
      <p>
        {words('letters:regards')}
        <br />
        <bdi className="font-semibold">{shop}</bdi>
      </p>
    </article>
  );
}

/** The third and later reminders are numbered. */
export function titleOf({ reminder_level: level }: Pick<Letter, 'reminder_level'>, words: Words): string {
  if (level <= 1) return words('letters:title_first');
  return level === 2 ? words('letters:title_second') : words('letters:title_later', { level: String(level) });
}

function Head({ letter: { business }, shop }: { letter: Letter; shop: string }) {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-3 border-b-2 border-edge pb-3">
      <p className="text-2xl font-semibold">
        <bdi>{shop}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-4 text-ink-muted">
        {business.address && <span>{business.address}</span>}
        {business.phones.map((phone) => (
          <bdi key={phone} dir="ltr">
            {phone}
          </bdi>
        ))}
        {business.email && <bdi dir="ltr">{business.email}</bdi>}
      </p>
    </header>
  );
}

const CELL = 'border-b border-edge py-1.5 pe-4 align-baseline max-md:pe-1.5 max-md:text-xs';
const END = `${CELL} pe-0! text-end whitespace-nowrap`;

interface LinesProps {
  readonly documents: readonly LetterDocument[];
  readonly letter: Letter;
  readonly words: Words;
}

function Lines({ documents, letter: { totals }, words }: LinesProps) {
  const currencies = new Map(totals.map((total) => [total.currency_fk, total]));
  const money = (currency: number, amount: string): ReactNode => {
    const known = currencies.get(currency);
    return (
      <>
        <Amount value={amount} decimalsMin={known?.decimals ?? 0} /> <bdi>{known?.symbol ?? ''}</bdi>
      </>
    );
  };
  return (
    <div className="overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-start text-ink-muted">
            {['document', 'date', 'due_date', 'days'].map((name) => (
              <th key={name} scope="col" className={`${CELL} text-start font-medium`}>
                {words(`letters:columns.${name}`)}
              </th>
            ))}
            <th scope="col" className={`${END} font-medium`}>
              {words('letters:columns.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map(({ document, document_kind: kind, number, date, due_date, days, currency_fk, amount }) => (
            <tr key={`${document} ${currency_fk}`}>
              <td className={CELL}>
                {words(`documents:${kind}.one`)} <bdi>{number ?? ''}</bdi>
              </td>
              <td className={CELL}>
                <Day value={date} />
              </td>
              <td className={CELL}>
                <Day value={due_date} />
              </td>
              <td className={CELL}>
                <span className="numeric">{days}</span>
              </td>
              <td className={END}>{money(currency_fk, amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map(({ currency_fk, amount }) => (
            <tr key={currency_fk} className="font-semibold">
              <th scope="row" colSpan={4} className={`${CELL} text-start`}>
                {words('letters:total')}
              </th>
              <td className={END}>{money(currency_fk, amount)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  );
}
