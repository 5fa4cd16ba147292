/** Questions before an online order's transition: promised minutes, driver, payment, or reason of cancellation. */
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payableIn } from '../../../domain/debts/money-for-debts.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { printMoney, readMoney, subtract, ZERO } from '../../../domain/values/money.ts';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { useDueOfForm } from '../../shared/document/fields/due-of-form.ts';
import { MoneyOnForm } from '../../shared/document/fields/money-given.tsx';
import { useOtherMoney } from '../../shared/document/fields/use-other-money.ts';
import { CashField } from '../../shared/form/fields/cash-field.tsx';
import { DateField, DayField } from '../../shared/form/fields/date-field.tsx';
import { LookupField } from '../../shared/form/fields/lookup-field.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { useDeliveryTerms } from './delivery-terms.ts';
import { DriverField } from './driver-field.tsx';

type Body = Readonly<Record<string, unknown>>;

export interface OrderQuestionProps {
  /** The order, from a list or its page. */
  readonly order: Body;
  /** Name of the transition. */
  readonly name: string;
  /** The question closes when it resolves to true. */
  readonly send: (body: Body) => Promise<boolean>;
  readonly onClose: () => void;
}

interface AskingProps extends OrderQuestionProps {
  readonly body: Body;
  readonly disabled?: boolean;
  readonly dangerous?: boolean;
  readonly children: ReactNode;
}

function Asking({ order, name, send, onClose, body, disabled = false, dangerous = false, children }: AskingProps) {
  const { t } = useTranslation();
  const { busy, run } = useBusy();
  const title = t(`document:transitions.${name}`);
  const give = () =>
    run(async () => {
      if (await send(body)) onClose();
    });
  return (
    <AnswerDialog
      title={`${title} · ${String(order['number'] ?? '')}`}
      action={title}
      look={dangerous ? 'danger' : 'primary'}
      {...{ busy, disabled, onClose }}
      onAnswer={() => void give()}
    >
      <div className="flex flex-col gap-3">{children}</div>
    </AnswerDialog>
  );
}

function ConfirmQuestion(props: OrderQuestionProps) {
  const { t } = useTranslation();
  const promised = usePromisedMinutes(props.order['delivery_zone_fk']);
  const [typed, setTyped] = useState<string>();
  const minutes = typed ?? promised;
  return (
    <Asking
      {...props}
      // The server determines a value that was not typed.
      body={typed === undefined ? {} : { accepted_minutes: minutes === '' ? null : Number(minutes) }}
    >
      <p className="text-ink-muted">{t('sales:orders.confirm_text')}</p>
      <TextField
        label={fieldLabel('accepted_minutes')}
        value={minutes}
        // A whole number above zero, in digits of any keyboard.
        onChange={(text) => setTyped(toLatinDigits(text).replace(/\D/g, '').replace(/^0+/, ''))}
        maxLength={5}
        ltr
        autoFocus
      />
    </Asking>
  );
}

function DriverQuestion(props: OrderQuestionProps) {
  const { driver_fk } = props.order;
  const [driver, setDriver] = useState(typeof driver_fk === 'number' ? driver_fk : null);
  return (
    <Asking {...props} body={{ driver_fk: driver }}>
      <DriverField value={driver} onChange={setDriver} autoFocus />
    </Asking>
  );
}

function DeliverQuestion(props: OrderQuestionProps) {
  const { account_fk, currency_fk, customer_fk, outlet_fk, payment_type } = props.order;
  const isCash = payment_type !== 'on_account';
  const [account, setAccount] = useState(typeof account_fk === 'number' ? account_fk : null);
  const [date, setDate] = useState(localToday());
  const { due, onDue, sent } = useDueOfForm({ list: 'customers', id: customer_fk, date });
  const own = typeof currency_fk === 'number' ? currency_fk : null;
  const rate = typeof props.order['rate'] === 'string' ? props.order['rate'] : null;
  const { header, given, type } = useOtherMoney({
    of: { date, currency_fk: own, account_fk: account, rate },
    direction: 'in',
  });
  return (
    <Asking
      {...props}
      body={{ date, ...(isCash ? { account_fk: account, ...given } : sent) }}
      disabled={date === '' || (isCash && account === null)}
    >
      <DayField value={date} onChange={setDate} />
      {!isCash && <DateField label={fieldLabel('due_date')} value={due} onChange={onDue} />}
      {isCash && (
        <CashField
          currency={own === null ? own : payableIn(own).join(',')}
          outlet={outlet_fk}
          value={account}
          onChange={setAccount}
        />
      )}
      {isCash && <MoneyOnForm {...{ header }} total={stillToPay(props.order)} onChange={type} />}
    </Asking>
  );
}

/** What the prepayment leaves of the total; undefined in a list, whose rows say nothing of prepayments. */
function stillToPay({ total, lines, prepayment }: Body): string | undefined {
  const whole = readMoney(String(total));
  if (whole === undefined || !Array.isArray(lines)) return undefined;
  const rest = subtract(whole, readMoney(String(membersOf(prepayment)['amount'] ?? '0')) ?? ZERO);
  return printMoney(rest < 0n ? ZERO : rest);
}

function CancelQuestion(props: OrderQuestionProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [message, setMessage] = useState<number | null>(null);
  const said = reason.trim();
  return (
    <Asking {...props} body={{ reason: said, order_cancellation_message_fk: message }} disabled={said === ''} dangerous>
      <p className="text-ink-muted">{t('sales:orders.cancel_text')}</p>
      <ReasonField value={reason} onChange={setReason} autoFocus />
      <LookupField
        label={t('sales:orders.told')}
        resource="order_cancellation_messages"
        value={message}
        onChange={setMessage}
        creatable={false}
      />
    </Asking>
  );
}

function ReasonQuestion(props: OrderQuestionProps) {
  const [reason, setReason] = useState('');
  const said = reason.trim();
  return (
    <Asking {...props} body={{ reason: said }} disabled={said === ''}>
      <ReasonField value={reason} onChange={setReason} autoFocus />
    </Asking>
  );
}

/** Keyed by transition. */
export const ORDER_QUESTIONS: Readonly<Record<string, ComponentType<OrderQuestionProps>>> = {
  confirm: ConfirmQuestion,
  give_to_driver: DriverQuestion,
  deliver: DeliverQuestion,
  cancel: CancelQuestion,
  return_to_pending: ReasonQuestion,
  return_to_confirmed: ReasonQuestion,
};

/** The transitions of an order, with their questions and states. */
export const ORDER_TURNS = [
  { name: 'confirm', permission: 'receive', from: ['pending'] },
  { name: 'give_to_driver', permission: 'home_delivery', from: ['confirmed'] },
  { name: 'deliver', permission: 'home_delivery', from: ['confirmed'] },
  { name: 'return_to_pending', permission: 'receive', from: ['confirmed'] },
  { name: 'return_to_confirmed', permission: 'home_delivery', from: ['delivered'] },
  { name: 'cancel', permission: 'destroy', from: ['pending', 'confirmed'] },
] as const;

/**
 * The promised minutes: those of the zone, otherwise of the application's settings. Empty without either: then the
 * server determines them.
 */
function usePromisedMinutes(zoneId: unknown): string {
  const { zone = null, accepted_time_minutes = null } = useDeliveryTerms(zoneId) ?? {};
  return String(zone?.delivery_minutes ?? accepted_time_minutes ?? '');
}
