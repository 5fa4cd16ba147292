/** How the value of a movement comes about: what went in and who takes which share, and the terms that add up to the value. */
import { useTranslation } from 'react-i18next';
import { money, negate, printMoney, subtract, ZERO } from '../../domain/values/money.ts';
import type { Reads } from '../shared/api/read.ts';
import { Name } from '../shared/controls/name.tsx';
import { type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';
import { ExactQuantity, ExactValue } from './exact.tsx';

type Cost = NonNullable<Reads['explain/line']['cost']>;
type MadeOf = NonNullable<Cost['made_of']>;
type Term = Cost['terms'][number];

const OWN = 'font-semibold';

function useHeads() {
  const { t } = useTranslation();
  const { symbol } = useMe().system_currency;
  return {
    t,
    figure: (name: string) => ({ head: t(`audit:cost.${name}`, { currency: symbol }), number: true }),
    shown: (value: string) => <ExactValue value={value} />,
  };
}

export function MadeOfGoods({ made: { inputs, costs, total, shares } }: { made: MadeOf }) {
  const { t, figure, shown } = useHeads();
  const rows = [
    ...inputs,
    { item_name: t('audit:cost.costs_of_document'), quantity: null, value: costs },
    { item_name: t('table:total'), quantity: null, value: total },
  ];
  return (
    <>
      <h3 className="font-medium">{t('audit:cost.went_in')}</h3>
      <SmallTable<{ item_name: string | null; quantity: string | null; value: string }>
        rows={rows}
        keyOf={(_, index) => index}
        rowClass={(row) => (row === rows.at(-1) ? OWN : '')}
        columns={[
          { head: t('report:columns.item'), cell: (row) => <Name of={row.item_name ?? '—'} /> },
          { ...figure('quantity'), cell: (row) => row.quantity && <ExactQuantity value={row.quantity} /> },
          { ...figure('value'), cell: (row) => shown(row.value) },
        ]}
      />
      <h3 className="font-medium">{t('audit:cost.came_out')}</h3>
      <SmallTable
        rows={shares}
        keyOf={(_, index) => index}
        rowClass={({ is_own }) => (is_own ? OWN : '')}
        columns={[
          { head: t('report:columns.item'), cell: (row) => <Name of={row.item_name ?? '—'} /> },
          { ...figure('weight'), cell: (row) => <ExactQuantity value={row.weight} /> },
          { ...figure('value'), cell: (row) => shown(row.value) },
        ]}
      />
    </>
  );
}

interface TermsProps {
  readonly title: string;
  readonly terms: readonly Term[];
  readonly value: string;
  /** What the document's own lines hold of the value, so that the rest is that of the line of cost. */
  readonly posted?: string | null;
}

/** After the terms is what they add up to. */
export function Terms({ title, terms, value, posted = null }: TermsProps) {
  const { t, figure, shown } = useHeads();
  const sum = (name: string, result: string) => ({ name: t(`audit:cost.${name}`), result });
  const rest = (own: string) => [
    sum('posted', printMoney(negate(money(own)))),
    sum('of_line', printMoney(subtract(money(value), money(own)))),
  ];
  const sums = [
    { name: t('table:total'), result: value },
    ...(posted === null || money(posted) === ZERO ? [] : rest(posted)),
  ];
  const columns: SmallColumn<Row>[] = [
    { head: t('audit:cost.term_of'), cell: (row) => ('name' in row ? row.name : <TermName term={row} />) },
    { ...figure('calculation'), cell: (row) => 'value' in row && <Calculation term={row} /> },
    { ...figure('result'), cell: (row) => shown(row.result) },
  ];
  return (
    <>
      <h3 className="font-medium">{title}</h3>
      <SmallTable
        rows={[...terms, ...sums]}
        keyOf={(_, index) => index}
        rowClass={(row) => ('name' in row ? OWN : '')}
        columns={columns}
      />
    </>
  );
}

type Row = Term | { readonly name: string; readonly result: string };

/** Breaks between its numbers where there is no room. */
function Calculation({ term: { value, times, by } }: { term: Term }) {
  return (
    <bdi dir="ltr">
      <ExactValue value={value} />
      {times !== null && by !== null && (
        <>
          {' × '}
          <ExactQuantity value={times} />
          {' ÷ '}
          <ExactQuantity value={by} />
        </>
      )}
    </bdi>
  );
}

function TermName({ term: { of, document } }: { term: Term }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`audit:cost.term.${of}`)}
      {document && (
        <>
          {' '}
          <DocumentLink kind={document.document_kind} id={document.document_id} number={document.number} />
        </>
      )}
    </>
  );
}
