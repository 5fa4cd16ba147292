/** Questions before a transition: a reason, or how much of each line. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listThatFits } from '../../api/wire.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { AmountField } from '../../form/amount-field.tsx';
import { TextField } from '../../form/text-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { useShortcut } from '../../shortcuts/shortcuts.ts';
import { ShownName } from '../fields/shown-name.tsx';
import { placeName } from '../model/draft.ts';
import { add, readQuantity } from '../model/quantities.ts';
import type { DocumentSession } from '../model/session.ts';
import { useSessionState } from '../model/use-session.ts';

export interface TransitionDialogProps {
  readonly session: DocumentSession;
  readonly name: string;
  readonly onClose: () => void;
}

/** Closes itself when the server has taken it. */
export function useSend({ session, name, onClose }: TransitionDialogProps) {
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
  const isSaid = reason.trim() !== '';
  const give = () => void send({ reason: reason.trim() });
  useShortcut('form_save_new', give, isSaid && !busy);
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={!isSaid} onClick={give}>
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
  /** Those of them that show what is wrong with them. */
  readonly shows?: readonly string[];
}

/** Quantities in all so far (`deliver`, `receive`): sent twice they change nothing. */
export function QuantitiesDialog(props: QuantitiesDialogProps) {
  const { session, name, onClose, extra, children, shows = [] } = props;
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
  const numbers = lines.map(({ fields }) => Number(fields['line_id']));
  const give = () =>
    void send({ ...extra, lines: numbers.map((line_id) => ({ line_id, quantity: amounts[line_id] ?? '0' })) });
  useShortcut('form_save_new', give, !wrong && !busy);
  const { problems, attempt } = useSessionState(session);
  const { keys } = session.outgoing();
  const places = keys.lines.map((key) => placeName({ table: 'lines', key, field: 'quantity' }));
  const elsewhere = [...problems].filter(([place]) => !places.includes(place) && !shows.includes(place));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempt]);
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={wrong} onClick={give}>
        {t(`document:transitions.${name}`)}
      </Button>
    </>
  );
  const item = session.declaration.columns.find((column) => column.field === 'item_fk');
  return (
    <Dialog open title={t(`document:transitions.${name}`)} onClose={onClose} footer={footer} width="wide">
      <div ref={box}>
        {elsewhere.map(([place, sentence]) => (
          <p key={place} role="alert" className="mb-3 text-danger-ink">
            {t('document:problem_at', { place: fieldLabel(place), sentence })}
          </p>
        ))}
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
            {lines.map(({ key, fields }, index) => {
              const line = Number(fields['line_id']);
              return (
                <tr key={key} className="border-t border-edge">
                  <td className="py-1.5">
                    {item && <ShownName field={item} value={fields['item_fk']} line={fields} />}
                  </td>
                  <td className="numeric px-2 text-end">{whole(fields)}</td>
                  <td className="numeric px-2 text-end">
                    {before.find((candidate) => candidate.line_id === line)?.quantity ?? '0'}
                  </td>
                  <td className="py-1">
                    <AmountField
                      ariaLabel={t('document:cell', { column: t('document:quantities.in_all'), number: String(key) })}
                      decimals={6}
                      autoFocus={index === 0}
                      name={places[index] ?? `lines:${key}:quantity`}
                      problem={problems.get(places[index] ?? '')}
                      value={amounts[line] ?? ''}
                      onChange={(next) => setAmounts({ ...amounts, [line]: next })}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}

/** Of a sale `delivered`; of a purchase the end of its last receipt. */
function soFar(data: Readonly<Record<string, unknown>>, name: string): readonly SoFar[] {
  if (name === 'deliver') return listThatFits<SoFar>(data['delivered'], {});
  const receipts = listThatFits<{ readonly after: readonly SoFar[] }>(data['receipts'], { after: 'list' });
  return receipts.at(-1)?.after ?? [];
}
