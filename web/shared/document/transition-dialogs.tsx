/** Questions before a transition: a reason, or how much of each line. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { AmountField } from '../form/amount-field.tsx';
import { TextField } from '../form/text-field.tsx';
import { add, readQuantity } from './quantities.ts';
import type { DocumentSession } from './session.ts';
import { ShownName } from './shown-name.tsx';

export interface TransitionDialogProps {
  readonly session: DocumentSession;
  readonly name: string;
  readonly onClose: () => void;
}

/** Closes itself when the server has taken it. */
function useSend({ session, name, onClose }: TransitionDialogProps) {
  const [busy, setBusy] = useState(false);
  const send = async (body: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    const done = await session.transition(name, body);
    setBusy(false);
    if (done) onClose();
  };
  return { busy, send };
}

export function ReasonDialog(props: TransitionDialogProps) {
  const { name, onClose } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const { busy, send } = useSend(props);
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button
        look="primary"
        busy={busy}
        disabled={reason.trim() === ''}
        onClick={() => void send({ reason: reason.trim() })}
      >
        {t(`document:transitions.${name}`)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(`document:transitions.${name}`)} onClose={onClose} footer={footer}>
      <TextField
        label={t('document:reason')}
        hint={t('document:reason_hint')}
        value={reason}
        onChange={setReason}
        maxLength={140}
        required
        autoFocus
      />
    </Dialog>
  );
}

interface SoFar {
  readonly line_id: number;
  readonly quantity: string;
}

interface QuantitiesDialogProps extends TransitionDialogProps {
  /** Further fields of the body, and the controls that they are chosen with. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly children?: ReactNode;
}

/** Quantities in all so far (`deliver`, `receive`): sent twice they change nothing. */
export function QuantitiesDialog(props: QuantitiesDialogProps) {
  const { session, name, onClose, extra, children } = props;
  const { t } = useTranslation();
  const { busy, send } = useSend(props);
  const server = session.read().server;
  const lines = server?.draft.lines ?? [];
  const before = soFar(server?.data ?? {}, name);
  const whole = (fields: (typeof lines)[number]['fields']) =>
    add(String(fields['quantity'] ?? '0'), String(fields['bonus_quantity'] ?? '0'));
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries(lines.map(({ fields }) => [Number(fields['line_id']), whole(fields)])),
  );
  const wrong = Object.values(amounts).some((amount) => readQuantity(amount) === undefined);
  const body = {
    ...extra,
    lines: Object.entries(amounts).map(([line, quantity]) => ({ line_id: Number(line), quantity })),
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={wrong} onClick={() => void send(body)}>
        {t(`document:transitions.${name}`)}
      </Button>
    </>
  );
  const item = session.declaration.columns.find((column) => column.field === 'item_fk');
  return (
    <Dialog open title={t(`document:transitions.${name}`)} onClose={onClose} footer={footer} width="wide">
      {children}
      <p className="mb-3 text-ink-muted">{t(`document:quantities.${name}`)}</p>
      <table className="w-full">
        <thead>
          <tr className="text-xs text-ink-muted">
            <th scope="col" className="py-1 font-medium">
              {t('report:columns.item')}
            </th>
            <th scope="col" className="px-2 py-1 text-end font-medium">
              {t('document:quantities.whole')}
            </th>
            <th scope="col" className="px-2 py-1 text-end font-medium">
              {t('document:quantities.before')}
            </th>
            <th scope="col" className="w-36 py-1 text-end font-medium">
              {t('document:quantities.in_all')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, fields }) => {
            const line = Number(fields['line_id']);
            return (
              <tr key={key} className="border-t border-edge">
                <td className="py-1.5">{item && <ShownName field={item} value={fields['item_fk']} line={fields} />}</td>
                <td className="numeric px-2 text-end">{whole(fields)}</td>
                <td className="numeric px-2 text-end">
                  {before.find((each) => each.line_id === line)?.quantity ?? '0'}
                </td>
                <td className="py-1">
                  <AmountField
                    ariaLabel={t('document:cell', { column: t('document:quantities.in_all'), number: String(key) })}
                    decimals={6}
                    value={amounts[line] ?? ''}
                    onChange={(next) => setAmounts({ ...amounts, [line]: next })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Dialog>
  );
}

/** Of a sale `delivered`; of a purchase the end of its last receipt. */
function soFar(data: Readonly<Record<string, unknown>>, name: string): readonly SoFar[] {
  if (name === 'deliver') return (data['delivered'] ?? []) as SoFar[];
  const receipts = (data['receipts'] ?? []) as { readonly after: readonly SoFar[] }[];
  return receipts.at(-1)?.after ?? [];
}
