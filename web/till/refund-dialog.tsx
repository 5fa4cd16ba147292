/**
 * Goods of a receipt come back over the office: chosen lines and parts of their quantities, out of a drawer that is open. Correcting
 * gives all of it back and sells it again with what was wrong put right; the new receipt names the old one.
 */
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject, type Members, objectsOf } from '../../domain/kernel/members.ts';
import { printMoney } from '../../domain/kernel/money.ts';
import { printQuantity, toQuantity } from '../../domain/kernel/quantity.ts';
import { type Discount, documentTotals } from '../../domain/sales/totals.ts';
import { get, post } from '../shared/api/client.ts';
import { ApiError } from '../shared/api/error.ts';
import { useList } from '../shared/api/list.ts';
import { forget } from '../shared/api/query.ts';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { type TransitionDialogProps, useSend } from '../shared/document/dialogs/transition-dialogs.tsx';
import { readQuantity } from '../shared/document/model/quantities.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/amount-field.tsx';
import { SelectField } from '../shared/form/select-field.tsx';
import { TextField } from '../shared/form/text-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { notifyProblem, notifySuccess } from '../shared/notify/notify.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';
import type { DrawerFigures } from './drawer-figures.ts';

const REASON_LENGTH_MAX = 140;
const DRAWERS_MAX = 100;

interface LineLeft {
  readonly line_id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** In the line's unit, of what was sold and has not come back. */
  readonly left: string;
}

function linesLeft({ data }: { readonly data: Members }): readonly LineLeft[] {
  const back = objectsOf(data['refunds']).flatMap((refund) => objectsOf(refund['lines']));
  return objectsOf(data['lines']).flatMap((fields): LineLeft[] => {
    const line_id = Number(fields['line_id']);
    const returned = back
      .filter((line) => line['line_id'] === line_id)
      .reduce((all, line) => all + (readQuantity(String(line['quantity'])) ?? 0n), 0n);
    const left = (readQuantity(String(fields['quantity'])) ?? 0n) - returned;
    return left > 0n ? [{ line_id, fields, left: printQuantity(toQuantity(left)) }] : [];
  });
}

/** Drawers that are open; the only one is chosen by itself. */
function useDrawer(outlet: unknown) {
  const { data } = useList('closing_drawers', {
    per_page: DRAWERS_MAX,
    filter: { status: 'open', ...(typeof outlet === 'number' ? { outlet_fk: String(outlet) } : {}) },
  });
  const drawers = data?.data ?? [];
  const [chosen, setChosen] = useState('');
  const value = chosen || (drawers.length === 1 ? String(drawers[0]?.['id']) : '');
  return { drawers, value, setChosen };
}

const lineLabel = (column: string, line: number): string => `${fieldLabel(column)} ${line}`;

function Lines({ lines, children }: { lines: readonly LineLeft[]; children: (line: LineLeft) => ReactNode }) {
  const { t } = useTranslation();
  return (
    <table className="w-full">
      <tbody>
        {lines.map((line) => (
          <tr key={line.line_id} className="border-b border-edge align-middle">
            <th scope="row" className="py-1.5 text-start font-normal">
              <bdi>{String(line.fields['item_name'] ?? '')}</bdi>
              <span className="ms-2 text-ink-muted">{t('till:sold_count', { count_text: line.left })}</span>
            </th>
            {children(line)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function RefundDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const { server, problems } = useSessionState(props.session);
  const { busy, send } = useSend(props);
  const lines = server ? linesLeft(server) : [];
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>({});
  const [reason, setReason] = useState('');
  const { drawers, value, setChosen } = useDrawer(server?.data['outlet_fk']);
  const countOf = ({ line_id, left }: LineLeft) => counts[line_id] ?? left;
  const named = lines.filter((line) => (readQuantity(countOf(line)) ?? 0n) > 0n);
  const isAll = lines.every((line) => countOf(line) === line.left);
  const isReady = value !== '' && reason.trim() !== '' && named.length > 0;
  const give = () =>
    void send({
      ...{ drawer_fk: Number(value), date: localToday(), reason: reason.trim() },
      ...(isAll ? {} : { lines: named.map((line) => ({ line_id: line.line_id, quantity: countOf(line) })) }),
    });
  const footer = (
    <>
      <Button onClick={props.onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={!isReady} onClick={give}>
        {t('document:transitions.refund')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.refund')} onClose={props.onClose} footer={footer} width="wide">
      <div className="flex flex-col gap-4">
        <Problems sentences={[...problems.values()]} />
        <DrawerField {...{ drawers, value }} onChange={setChosen} />
        <Lines lines={lines}>
          {(line) => (
            <td className="w-36 py-1">
              <AmountField
                ariaLabel={lineLabel('quantity', line.line_id)}
                decimals={6}
                value={countOf(line)}
                onChange={(next) => setCounts({ ...counts, [line.line_id]: next })}
              />
            </td>
          )}
        </Lines>
        <TextField
          label={t('document:reason')}
          value={reason}
          onChange={setReason}
          maxLength={REASON_LENGTH_MAX}
          required
        />
      </div>
    </Dialog>
  );
}

function Problems({ sentences }: { sentences: readonly string[] }) {
  return [...new Set(sentences)].map((sentence) => (
    <p key={sentence} role="alert" className="text-danger-ink">
      {sentence}
    </p>
  ));
}

interface DrawerFieldProps {
  readonly drawers: readonly Readonly<Record<string, unknown>>[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function DrawerField({ drawers, value, onChange }: DrawerFieldProps) {
  const { t } = useTranslation();
  if (drawers.length === 0) return <p className="text-danger-ink">{t('till:no_open_drawer')}</p>;
  return (
    <SelectField
      label={t('till:from_drawer')}
      name="drawer_fk"
      value={value}
      onChange={onChange}
      options={drawers.map((drawer) => ({
        value: String(drawer['id']),
        label: `${String(drawer['number'] ?? '')} · ${String(drawer['user_name'] ?? '')}`,
      }))}
      required
    />
  );
}

const isDiscount = (value: unknown): value is Discount => isObject(value) && typeof value['value'] === 'string';
const discountOf = (value: unknown): Discount | null => (isDiscount(value) ? value : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Sold as before, but for its quantity and price. */
const soldAgain = ({ fields }: LineLeft, quantity: string, price: string) => ({
  ...{ item_fk: fields['item_fk'], unit_fk: fields['unit_fk'], quantity, price, note: textOf(fields['note']) },
  ...{ discount: discountOf(fields['discount']), tax_percent: textOf(fields['tax_percent']) },
});

/** Not a transition: the receipt is refunded, and another is made. */
function CorrectDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { system_currency } = useMe();
  const { session, onClose } = props;
  const { server } = useSessionState(session);
  const [sold] = useState(() => (server ? linesLeft(server) : []));
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { drawers, value, setChosen } = useDrawer(server?.data['outlet_fk']);
  const read = (line: LineLeft, field: 'quantity' | 'price') =>
    changed[`${field} ${line.line_id}`] ?? (field === 'quantity' ? line.left : String(line.fields['price'] ?? '0'));
  const lines = sold
    .map((line) => ({ line, quantity: read(line, 'quantity'), price: read(line, 'price') }))
    .filter(({ quantity }) => (readQuantity(quantity) ?? 0n) > 0n);
  const isReady = value !== '' && reason.trim() !== '' && lines.length > 0;
  const correct = async () => {
    if (!server) return;
    setBusy(true);
    setWrong([]);
    const again = lines.map(({ line, quantity, price }) => soldAgain(line, quantity, price));
    const discount = discountOf(server.data['discount']);
    const { total } = documentTotals({
      ...{ lines: again, discount, delivery_charge: null, rounding_step: null, decimals: system_currency.decimals },
    });
    const { outlet_fk, inventory_fk, customer_fk = null } = server.data;
    const at = { drawer_fk: Number(value), date: localToday() };
    const receipt = {
      ...{ outlet_fk, inventory_fk, customer_fk, ...at, lines: again, discount },
      ...{ status: 'complete', replaces_fk: server.id },
    };
    try {
      const { accounts } = (await get<DrawerFigures>(`closing_drawers/${value}/figures`)).data;
      const own = accounts.find(({ currency_fk }) => currency_fk === system_currency.currency_id);
      const payments =
        total > 0n ? [{ method: 'cash', amount: printMoney(total), account_fk: own?.account_fk ?? null }] : [];
      const sale = { ...receipt, payments };
      // What cannot be sold again is not given back either.
      await post('pos_sales', sale, { query: { dry_run: 1 } });
      if (!(await session.transition('refund', { ...at, reason: reason.trim() }))) {
        setWrong([...session.read().problems.values()]);
        return;
      }
      const { data, message } = await post<{ readonly id: number }>('pos_sales', sale);
      if (message) notifySuccess(message);
      await Promise.all([forget('pos_sales'), forget('closing_drawers')]);
      onClose();
      void navigate({ to: `/sales/pos-sales/${data.id}` });
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 422) setWrong(Object.values(problem.errors).flat());
      else notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={!isReady} onClick={() => void correct()}>
        {t('document:transitions.correct')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.correct')} onClose={onClose} footer={footer} width="wide">
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">{t('till:correct_hint')}</p>
        <Problems sentences={wrong} />
        <DrawerField {...{ drawers, value }} onChange={setChosen} />
        <Lines lines={sold}>
          {(line) =>
            (['quantity', 'price'] as const).map((field) => (
              <td key={field} className="w-36 py-1 ps-2">
                <AmountField
                  ariaLabel={lineLabel(field, line.line_id)}
                  decimals={field === 'quantity' ? 6 : 4}
                  value={read(line, field)}
                  onChange={(next) => setChanged({ ...changed, [`${field} ${line.line_id}`]: next })}
                />
              </td>
            ))
          }
        </Lines>
        <TextField
          label={t('document:reason')}
          value={reason}
          onChange={setReason}
          maxLength={REASON_LENGTH_MAX}
          required
        />
      </div>
    </Dialog>
  );
}

/** Beside the transitions of a receipt that can be given back. */
export function CorrectAction({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server } = useSessionState(session);
  const [asking, setAsking] = useState(false);
  const may = ['return_to_draft', 'store', 'complete'].every((action) => can(`pos_sales/${action}`));
  if (!may || !server?.possible.includes('refund')) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('document:transitions.correct')}</Button>
      {asking && <CorrectDialog session={session} name="correct" onClose={() => setAsking(false)} />}
    </>
  );
}
