/** Questions before a transition: a reason, or quantities of lines. */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { batchesOfLine } from '../../../../domain/batches/line-batches.ts';
import { type InUnit, inUnitOf } from '../../../../domain/pricing/returned-quantities.ts';
import type { BatchQuantity } from '../../../../domain/values/batch.ts';
import { objectsOf } from '../../../../domain/values/members.ts';
import { inBaseUnits, printQuantity, QUANTITY_ONE, quantity, toQuantity } from '../../../../domain/values/quantity.ts';
import { listThatFits } from '../../api/wire.ts';
import { AnswerDialog } from '../../controls/answer-dialog.tsx';
import type { DialogProps } from '../../controls/dialog.tsx';
import { AmountField } from '../../form/fields/amount-field.tsx';
import { DateField } from '../../form/fields/date-field.tsx';
import { ReasonField } from '../../form/fields/reason-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { useShortcutInDialog } from '../../shortcuts/shortcuts.ts';
import { ShownName } from '../fields/shown-name.tsx';
import { placeName } from '../model/draft.ts';
import { tracks } from '../model/goods/batches.ts';
import { add, readQuantity } from '../model/goods/quantities.ts';
import type { DocumentSession } from '../model/session.ts';
import { useSessionState } from '../model/use-session.ts';
import { ArrivingBatches } from './arriving-batches.tsx';
import { LinesHead } from './lines-head.tsx';
import { UnitOfLine } from './unit-of-line.tsx';

export interface TransitionDialogProps {
  readonly session: DocumentSession;
  readonly name: string;
  readonly onClose: () => void;
}

/** Closes the dialog when the server has accepted the transition. */
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

interface AskingProps extends TransitionDialogProps {
  /** The body of the transition. */
  readonly body: Readonly<Record<string, unknown>>;
  /** An input is still missing. */
  readonly disabled?: boolean;
  readonly look?: 'primary' | 'danger';
  readonly width?: DialogProps['width'] & string;
  readonly children: ReactNode;
}

/** The dialog before a transition, for its button and for the completion keys. */
export function TransitionDialog({
  body,
  disabled = false,
  look = 'primary',
  width = 'narrow',
  ...props
}: AskingProps) {
  const { t } = useTranslation();
  const { busy, send } = useSend(props);
  const give = () => void send(body);
  useShortcutInDialog('form_save_new', give, !disabled && !busy);
  const title = t(`document:transitions.${props.name}`);
  return (
    <AnswerDialog {...{ title, look, width, busy, disabled }} onAnswer={give} onClose={props.onClose}>
      {props.children}
    </AnswerDialog>
  );
}

export function ReasonDialog({ isDated = false, ...props }: TransitionDialogProps & { readonly isDated?: boolean }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [date, setDate] = useState('');
  const reason = typed.trim();
  const body = date === '' ? { reason } : { reason, date };
  return (
    <TransitionDialog {...props} body={body} disabled={reason === ''}>
      <ReasonField value={typed} onChange={setTyped} autoFocus />
      {isDated && (
        <DateField
          label={fieldLabel('reversed_date')}
          hint={t('document:reversed_date_hint')}
          value={date}
          onChange={setDate}
        />
      )}
    </TransitionDialog>
  );
}

type Fields = Readonly<Record<string, unknown>>;

interface SoFar extends Partial<InUnit> {
  readonly line_id: number;
  readonly quantity: string;
}

interface QuantitiesDialogProps extends TransitionDialogProps {
  /** Further fields of the body, and their controls. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly children?: ReactNode;
  /** Whether lines may name their batches: new ones, or some of those that the document moved. */
  readonly batches?: 'new' | 'sent';
  /** Whether a line may be counted in another unit of its item. */
  readonly inUnits?: boolean;
  /** Base units of a line that will not come, or will not be delivered. */
  readonly without?: (line: number) => bigint;
  /** The fields among them that show their own errors. */
  readonly shows?: readonly string[];
}

/** With the bonus, in the unit of the line. */
const whole = (fields: Fields): string =>
  add(String(fields['quantity'] ?? '0'), String(fields['bonus_quantity'] ?? '0'));

/** By line: all of it, without what will not come. */
function amountsToCome(
  lines: readonly { readonly fields: Fields }[],
  sold: readonly Fields[],
  without: (line: number) => bigint,
): Readonly<Record<number, string>> {
  return Object.fromEntries(
    lines.map(({ fields }) => {
      const line = Number(fields['line_id']);
      const factor = sold.find(({ line_id }) => line_id === line)?.['unit_factor'];
      const less = inUnitOf(toQuantity(without(line)), String(factor ?? '1'));
      return [line, printQuantity(toQuantity(quantity(whole(fields)) - less))];
    }),
  );
}

/** Total quantities so far (`deliver`, `receive`): sending them twice has no further effect. */
export function QuantitiesDialog(props: QuantitiesDialogProps) {
  const { session, name, onClose, extra, children, batches, inUnits = false, shows = [], without = () => 0n } = props;
  const { t } = useTranslation();
  const server = session.read().server;
  const lines = server?.draft.lines ?? [];
  const before = soFar(server?.data ?? {}, name);
  const sold = objectsOf(server?.data['lines']);
  const [amounts, setAmounts] = useState<Readonly<Record<number, string>>>(() => amountsToCome(lines, sold, without));
  const [units, setUnits] = useState<Readonly<Record<number, InUnit>>>({});
  const [named, setNamed] = useState<Readonly<Record<number, readonly BatchQuantity[]>>>({});
  const wrong = Object.values(amounts).some((amount) => readQuantity(amount) === undefined);
  const numbers = lines.map(({ fields }) => Number(fields['line_id']));
  const itemOf = (line_id: number) => lines.find(({ fields }) => fields['line_id'] === line_id)?.fields['item_fk'];
  const choose = (line_id: number, unit: InUnit) => {
    const own = sold.find((line) => line['line_id'] === line_id);
    const [count, factor] = [own?.['quantity'], own?.['unit_factor']].map((text) => quantity(String(text ?? '1')));
    const base = inBaseUnits(count ?? QUANTITY_ONE, factor ?? QUANTITY_ONE);
    setUnits({ ...units, [line_id]: unit });
    setAmounts({ ...amounts, [line_id]: printQuantity(inUnitOf(base, unit.unit_factor)) });
  };
  /** What came before, in the unit in which the line is counted now. */
  const cameBefore = (line_id: number): string => {
    const came = before.find((of) => of.line_id === line_id);
    const own = sold.find((line) => line['line_id'] === line_id)?.['unit_factor'];
    const factor = units[line_id]?.unit_factor ?? String(own ?? '1');
    if (came === undefined || (came.unit_factor ?? own) === factor) return came?.quantity ?? '0';
    const base = inBaseUnits(quantity(came.quantity), quantity(came.unit_factor ?? String(own ?? '1')));
    return printQuantity(inUnitOf(base, factor));
  };
  const body = {
    ...extra,
    lines: numbers.map((line_id) => ({
      line_id,
      quantity: amounts[line_id] ?? '0',
      ...(units[line_id] ? { item_fk: itemOf(line_id), unit_fk: units[line_id].unit_fk } : {}),
      ...(named[line_id]?.length ? { batches: named[line_id] } : {}),
    })),
  };
  const { problems, attempt } = useSessionState(session);
  const { keys } = session.outgoing();
  const places = keys.lines.map((key) => placeName({ table: 'lines', key, field: 'quantity' }));
  const elsewhere = [...problems].filter(([place]) => !places.includes(place) && !shows.includes(place));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempt]);
  const item = session.declaration.columns.find((column) => column.field === 'item_fk');
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={wrong} width="wide">
      <div ref={box}>
        {elsewhere.map(([place, sentence]) => (
          <p key={place} role="alert" className="mb-3 text-danger-ink">
            {t('document:problem_at', { place: fieldLabel(place), sentence })}
          </p>
        ))}
        {children}
        <p className="mb-3 text-ink-muted">{t(`document:quantities.${name}`)}</p>
        <table className="w-full">
          <LinesHead figures={['whole', 'before', 'in_all'].map((quantity) => t(`document:quantities.${quantity}`))} />
          <tbody>
            {lines.map(({ key, fields }, index) => {
              const line = Number(fields['line_id']);
              return (
                <tr key={key} className="border-t border-edge">
                  <td className="py-1.5">
                    {item && <ShownName field={item} value={fields['item_fk']} line={fields} />}
                    {inUnits && (
                      <UnitOfLine
                        item={Number(fields['item_fk'])}
                        value={units[line]?.unit_fk ?? Number(fields['unit_fk'])}
                        label={t('document:cell', { column: fieldLabel('unit_fk'), number: key })}
                        onChoose={(unit) => choose(line, unit)}
                      />
                    )}
                    {batches && server && tracks(fields) && (
                      <ArrivingBatches
                        {...{ header: server.draft.header, line: { key, fields }, named: named[line] ?? [] }}
                        resource={session.declaration.resource}
                        count={arriving(amounts[line] ?? '0', cameBefore(line))}
                        sent={batches === 'sent' ? batchesOfLine(server.data, { line_id: line }) : undefined}
                        onChoose={(chosen) => setNamed({ ...named, [line]: chosen })}
                      />
                    )}
                  </td>
                  <td className="number-cell px-2">{whole(fields)}</td>
                  <td className="number-cell px-2">{cameBefore(line)}</td>
                  <td className="py-1">
                    <AmountField
                      ariaLabel={t('document:cell', { column: t('document:quantities.in_all'), number: key })}
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
    </TransitionDialog>
  );
}

/** What comes now, of quantities so far; zero while the typed one is no number. */
function arriving(inAll: string, before = '0'): string {
  const now = (readQuantity(inAll) ?? 0n) - (readQuantity(before) ?? 0n);
  return printQuantity(toQuantity(now > 0n ? now : 0n));
}

/** For a sale `delivered`; for a purchase the quantities after its last receipt. */
function soFar(data: Readonly<Record<string, unknown>>, name: string): readonly SoFar[] {
  if (name === 'deliver') return listThatFits<SoFar>(data['delivered'], {});
  const receipts = listThatFits<{ readonly after: readonly SoFar[] }>(data['receipts'], { after: 'list' });
  return receipts.at(-1)?.after ?? [];
}
