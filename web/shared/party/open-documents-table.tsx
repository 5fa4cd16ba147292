/** The open documents of a party, with how much of each is settled. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../controls/amount.tsx';
import { AmountField } from '../form/amount-field.tsx';
import { DocumentLink, documentWords } from '../report/report-links.tsx';
import type { OpenDocument, Settled } from './allocation.ts';

interface OpenDocumentsTableProps {
  readonly open: readonly OpenDocument[];
  readonly settled: readonly Settled[];
  /** Left out where amounts are only read. */
  readonly onChange?: (document: string, amount: string) => void;
}

const HEAD = 'border-b border-edge py-1.5 px-2 text-xs font-medium text-ink-muted';
const CELL = 'border-b border-edge py-1 px-2';

export function OpenDocumentsTable({ open, settled, onChange }: OpenDocumentsTableProps) {
  const { t } = useTranslation();
  const amounts = new Map(settled.map((settled) => [settled.document, settled.amount]));
  return (
    <table className="w-full max-w-3xl border-collapse">
      <thead>
        <tr>
          <th scope="col" className={HEAD}>
            {t('parties:settle.document')}
          </th>
          <th scope="col" className={HEAD}>
            {t('parties:settle.date')}
          </th>
          <th scope="col" className={`${HEAD} text-end`}>
            {t('parties:settle.open_amount')}
          </th>
          <th scope="col" className={`${HEAD} w-44 text-end`}>
            {t('parties:settle.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {open.map((openDocument) => {
          const { document, document_kind: kind, document_id: id, number, date, amount } = openDocument;
          const words = documentWords({ kind, id, number });
          const value = amounts.get(document) ?? '';
          return (
            <tr key={document}>
              <td className={CELL}>
                <DocumentLink kind={kind} id={id} number={number} />
              </td>
              <td className={CELL}>
                <Day value={date} />
              </td>
              <td className={`${CELL} text-end`}>
                <Amount value={amount} />
              </td>
              <td className={CELL}>
                {onChange ? (
                  <AmountField
                    ariaLabel={t('parties:settle.amount_of', { document: words })}
                    value={value}
                    onChange={(typed) => onChange(document, typed)}
                  />
                ) : (
                  <span className="block text-end">
                    <Amount value={value} />
                  </span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
