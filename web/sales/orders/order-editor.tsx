/** The page of an online order: customer, goods, address, and every step with its actor and time. */

import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../../domain/parties/party-address.ts';
import { RECEIVED_TYPES } from '../../../domain/sales/received-type.ts';
import { fits } from '../../shared/api/wire.ts';
import { declareEditor } from '../../shared/document/declare-editor.ts';
import type { TransitionDialogProps } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { documentScreen } from '../../shared/document/document-screen.tsx';
import { moneyAccount } from '../../shared/document/fields/money-fields.ts';
import { CARRIED, currencyFields } from '../../shared/document/fields/usual-fields.ts';
import type { FieldDeclaration } from '../../shared/document/model/declaration.ts';
import { type Fields, isEmpty } from '../../shared/document/model/draft.ts';
import { batchesColumn } from '../../shared/document/model/goods/batches.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import type { CompletionQuestionProps, ScreenTransition } from '../../shared/document/screen-declaration.ts';
import { fieldLabel } from '../../shared/language/names.ts';
import { formatMoment } from '../../shared/typing/date-words.ts';
import { customerField } from '../customer-field.ts';
import { readPricingList, useCustomerPrices } from '../customer-prices.ts';
import { PROMOTIONS } from '../promotion-draft.ts';
import { SALE_LIMITS, saleColumns, saleDeclaration } from '../sale-editor.tsx';
import { SalePromotions } from '../sale-promotions.tsx';
import { useDeliveryTerms } from './delivery-terms.ts';
import { orderWire, PROPOSED_CHARGE, zoneField } from './delivery-zone-field.ts';
import { ORDER_QUESTIONS, ORDER_TURNS, type OrderQuestionProps } from './order-questions.tsx';
import { PrepaidFigures } from './prepaid-figures.tsx';
import { useProposedCharge } from './proposed-charge.ts';

interface OnlineCustomerRow {
  readonly mobile: string;
  readonly customer_fk?: number | null;
  readonly addresses?: readonly { readonly address: string; readonly is_default?: boolean }[];
}

/** Contact and book account are proposed from the record and may be changed. */
const onlineCustomerField: FieldDeclaration<'online_customer_fk'> = {
  field: 'online_customer_fk',
  kind: 'lookup',
  resource: 'online_customers',
  fills: (row): Fields => {
    if (!fits<OnlineCustomerRow>(row, { mobile: 'string' })) return {};
    // Without an account in the books the server takes that of the application's settings.
    const customer_fk = row.customer_fk ?? null;
    return { customer_fk, customer_mobile: row.mobile, customer_address: addressOf(row), received_type: 'brought' };
  },
  empties: { customer_fk: null, customer_mobile: null, customer_address: null },
};

const inSession = (Question: ComponentType<OrderQuestionProps>) =>
  function OrderTransition({ session, name, onClose }: TransitionDialogProps) {
    const order = session.read().server?.data ?? {};
    return <Question {...{ order, name, onClose }} send={(body) => session.transition(name, body)} />;
  };

const transitions: readonly ScreenTransition[] = ORDER_TURNS.map(({ name, permission }) => {
  const question = ORDER_QUESTIONS[name];
  return { name, permission, ...(question ? { dialog: inSession(question) } : {}) };
});

export const orderDeclaration = declareEditor('online_orders', {
  header: [onlineCustomerField, 'date', zoneField, { field: 'customer_address', kind: 'text', required: isBrought }],
  details: [
    { field: 'customer_mobile', kind: 'text' },
    { field: 'driver_fk', kind: 'lookup', resource: 'users' },
    { field: 'delivery_charge', kind: 'amount' },
    'note',
    { field: 'received_type', kind: 'choice', options: RECEIVED_TYPES, none: 'sales:received_unsaid' },
    { ...customerField, required: isOwedWithoutAccount },
    'payment_type',
    // What is given of the other currency is settled with the delivery.
    moneyAccount('in'),
    'discount',
    'rounded_discount',
    'outlet_fk',
    'inventory_fk',
    ...currencyFields('in'),
    'reference_number',
  ],
  columns: saleColumns,
  batches: batchesColumn,
  carried: { header: [...CARRIED, PROMOTIONS, PROPOSED_CHARGE], lines: ['promotion_fk'] },
  wire: orderWire,
  completion: { transition: 'confirm' },
  completionQuestion: { isAsked: () => true, dialog: ConfirmBox },
  blankLine: saleDeclaration.blankLine,
  newHeader: (context) => ({
    ...saleDeclaration.newHeader(context),
    // The customer of the online customer, else of the application's settings, and not that of the counter.
    customer_fk: null,
    online_customer_fk: null,
    delivery_zone_fk: null,
    driver_fk: null,
  }),
  lineOf: saleDeclaration.lineOf,
  readsOfDay: readPricingList,
  trades: 'customer',
  offeredAt: (item, header) => saleDeclaration.lineOf(item, header)['price'] ?? null,
  totals: saleDeclaration.totals,
  belowTotal: PrepaidFigures,
  limits: SALE_LIMITS,
  transitions,
  strip: OrderSteps,
  actions: OrderActions,
  tones: { pending: 'warning', confirmed: 'info', delivered: 'success', cancelled: 'neutral' },
});

/** For an order that cannot be saved yet. */
function ConfirmBox({ onAnswer, onClose }: CompletionQuestionProps) {
  const Question = ORDER_QUESTIONS['confirm'];
  const send = async (body: Readonly<Record<string, unknown>>) => {
    onAnswer(body);
    return true;
  };
  return Question ? <Question order={{}} name="confirm" {...{ send, onClose }} /> : null;
}

function isBrought(header: Fields): boolean {
  return header['received_type'] === 'brought';
}

/** The server knows the account of an online customer, or refuses the order. */
function isOwedWithoutAccount(header: Fields): boolean {
  return header['payment_type'] === 'on_account' && isEmpty(header['online_customer_fk']);
}

function OrderActions({ session }: { session: DocumentSession }) {
  // Prices depend on the customer account of the application.
  useDeliveryTerms(undefined);
  useCustomerPrices(session);
  useProposedCharge(session);
  return <SalePromotions session={session} />;
}

const STEPS = ['ordered', 'confirmed', 'given', 'delivered', 'cancelled'] as const;

/** The steps taken with time and actor; below them the promise or message to the customer. */
function OrderSteps({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const data = useSessionState(session).server?.data;
  if (!data) return null;
  const taken = STEPS.filter((step) => typeof data[`${step}_at`] === 'string');
  const cancelled = data['cancelled'];
  const told = fits<{ reason?: string; message?: string }>(cancelled, { reason: 'string?', message: 'string?' })
    ? [cancelled.reason, cancelled.message].filter((text) => typeof text === 'string' && text !== '')
    : [];
  const minutes = data['accepted_minutes'];
  return (
    <ol
      aria-label={t('sales:orders.steps')}
      className="flex flex-wrap gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-1 px-3 py-2 text-sm shadow-card"
    >
      {taken.map((step) => (
        <li key={step}>
          <span className="text-ink-muted">{fieldLabel(`${step}_at`)}</span>{' '}
          <span className="numeric">{formatMoment(String(data[`${step}_at`]))}</span>{' '}
          <bdi className="font-medium">{String(data[`${step}_by_name`] ?? '')}</bdi>
        </li>
      ))}
      {typeof minutes === 'number' && (
        <li>
          <span className="text-ink-muted">{fieldLabel('accepted_minutes')}</span>{' '}
          <span className="numeric">{minutes}</span>
        </li>
      )}
      {told.map((text) => (
        <li key={text}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ol>
  );
}

export const Editor = documentScreen(orderDeclaration);
