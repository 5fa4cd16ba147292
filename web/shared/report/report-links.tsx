/** What figures lead to: the document that made them, the event that made them known. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hasText, say } from '../language/language.ts';
import { usePreferences } from '../language/preferences.ts';
import { formatDate } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';

/** Pages of documents by the kind of their stream; the till and the close of a year have none of their own. */
export const DOCUMENT_PATHS: Readonly<Record<string, string>> = {
  sale: '/sales/sales',
  sale_return: '/sales/sale-returns',
  quotation: '/sales/sale-quotations',
  salesman_commission: '/sales/salesman-commissions',
  sale_transfer: '/sales/sale-transfers',
  sale_transfer_return: '/sales/sale-transfer-return',
  stock_transfer: '/warehouse/items-transfers',
  item_pricing: '/accounting/items-pricing',
  inventory_adjustment: '/warehouse/inventory-adjustment',
  direct_adjustment: '/warehouse/inventory-direct-adjustment',
  asset_disposal: '/warehouse/destructed-assets',
  conversion: '/warehouse/conversions',
  production: '/warehouse/productions',
  payroll: '/staff/payrolls',
  capital_transaction: '/accounting/capital-transactions',
  dividend: '/accounting/dividends',
  remittance: '/accounting/remittances',
  asset_purchase: '/accounting/asset-purchases',
  depreciation: '/accounting/depreciations',
  purchase: '/purchases/purchases',
  purchase_return: '/purchases/purchases-returns',
  purchase_order: '/purchases/purchase-orders',
  expense: '/accounting/expenses',
  opening_balance: '/settings/opening-balance/accounting-opening-balance',
  general_journal: '/accounting/general-journals',
  revaluation: '/accounting/revaluations',
  cash_transfer: '/accounting/transfer-transactions',
  income: '/accounting/incomes',
  customer_transaction: '/customers/transactions',
  supplier_transaction: '/suppliers/transactions',
};
/** At least 24 by 24 pixels, so that a finger finds it among its neighbours. */
export const LINK = 'inline-block min-h-6 min-w-6 py-0.5 text-accent underline-offset-2 hover:underline';

interface DocumentLinkProps {
  readonly kind: string;
  readonly id: number;
  readonly number: string | null;
}

export function documentWords({ kind, id, number }: DocumentLinkProps): string {
  return `${kindWords(kind)} ${number ?? `#${id}`}`;
}

/** A kind of document, or of record, which is called as the field that names one. */
export function kindWords(kind: string): string {
  const [ofDocument, ofRecord] = [`report:documents.${kind}`, `fields:${kind}_fk`];
  if (hasText(ofDocument)) return say(ofDocument);
  return hasText(ofRecord) ? say(ofRecord) : kind.replaceAll('_', ' ');
}

export function DocumentLink(props: DocumentLinkProps) {
  const path = DOCUMENT_PATHS[props.kind];
  const words = <bdi>{documentWords(props)}</bdi>;
  return path ? (
    <Link to={`${path}/${props.id}`} className={LINK}>
      {words}
    </Link>
  ) : (
    words
  );
}

export function EventLink({ position }: { position: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to={`/ledger/events/${position}`}
      className={`numeric ${LINK}`}
      aria-label={t('report:event_at', { position })}
    >
      #{position}
    </Link>
  );
}

/** How a line came to be, when it is not the document's own entry: a difference of cost, a reversal. */
export function KindNote({ kind, cause, position }: { kind: string; cause: string; position: string }) {
  const { t } = useTranslation();
  if (kind === 'normal' || kind === 'movement') return null;
  return (
    <span className="ms-2 rounded-sm bg-neutral px-1.5 text-xs text-neutral-ink">
      {t(`report:kinds.${kind}`)}
      {cause !== position && (
        <>
          {' '}
          <EventLink position={cause} />
        </>
      )}
    </span>
  );
}

/** Of a prior-period adjustment: the day of a closed year that it is about. */
export function TrueDateNote({ date }: { date: string | null | undefined }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  if (!date) return null;
  return (
    <span className="ms-2 rounded-sm bg-warning px-1.5 text-xs text-warning-ink">
      {t('report:true_date', { date: shapeDigits(formatDate(date), digits) })}
    </span>
  );
}
