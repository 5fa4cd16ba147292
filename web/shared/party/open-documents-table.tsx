/** The open documents of a party with their allocated amounts. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../controls/amount.tsx';
import { SmallTable } from '../controls/small-table.tsx';
import { AmountField } from '../form/amount-field.tsx';
import { DocumentLink, documentWords } from '../report/report-links.tsx';
import type { OpenDocument, Settled } from './allocation.ts';

interface OpenDocumentsTableProps {
  readonly open: readonly OpenDocument[];
  readonly settled: readonly Settled[];
  /** Undefined when amounts are read-only. */
  readonly onChange?: (document: string, amount: string) => void;
}

export function OpenDocumentsTable({ open, settled, onChange }: OpenDocumentsTableProps) {
  const { t } = useTranslation();
  const amounts = new Map(settled.map((settled) => [settled.document, settled.amount]));
  const settledOf = (row: OpenDocument) => {
    const value = amounts.get(row.document) ?? '';
    if (!onChange) return <Amount value={value} />;
    return (
      <AmountField
        ariaLabel={t('parties:settle.amount_of', { document: documentWords(documentOf(row)) })}
        value={value}
        onChange={(typed) => onChange(row.document, typed)}
      />
    );
  };
  return (
    <SmallTable
      className="w-full max-w-3xl"
      rows={open}
      keyOf={({ document }) => document}
      columns={[
        { head: t('parties:settle.document'), cell: (row) => <DocumentLink {...documentOf(row)} /> },
        { head: t('parties:settle.date'), cell: ({ date }) => <Day value={date} /> },
        { head: t('parties:settle.open_amount'), number: true, cell: ({ amount }) => <Amount value={amount} /> },
        {
          head: t('parties:settle.amount'),
          number: onChange === undefined,
          className: 'number-head w-44',
          cell: settledOf,
        },
      ]}
    />
  );
}

const documentOf = ({ document_kind, document_id, number }: OpenDocument) => ({
  ...{ kind: document_kind, id: document_id, number },
});
