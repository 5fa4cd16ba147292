/**
 * Receives a transfer between inventories: the time, and the total quantity of each line; or closes the missing rest.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_QUANTITY, printQuantity, toQuantity } from '../../../../domain/values/quantity.ts';
import { DayField } from '../../form/fields/date-field.tsx';
import { useCan } from '../../session/session.ts';
import { localToday } from '../../typing/date-words.ts';
import { ShownName } from '../fields/shown-name.tsx';
import { useSessionState } from '../model/use-session.ts';
import { ChargedFields, chargeOf } from './charge-dialogs.tsx';
import { countedLines } from './counted-lines.ts';
import { QuantitiesDialog } from './quantities-dialog.tsx';
import { TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';
import { CountInUnits } from './unit-of-line.tsx';

export function ArrivalDialog(props: TransitionDialogProps) {
  const [date, setDate] = useState(localToday());
  const { problems } = useSessionState(props.session);
  return (
    <QuantitiesDialog {...props} extra={{ date: date || null }} shows={['date']} batches="sent">
      <div className="mb-3 grid grid-cols-2 gap-3">
        <DayField value={date} onChange={setDate} problem={problems.get('date')} />
      </div>
    </QuantitiesDialog>
  );
}

/** Missing goods are a loss on the chosen day, or a person owes them: at cost where no amount is typed. */
export function MissingDialog(props: TransitionDialogProps) {
  const { session, name } = props;
  const { t } = useTranslation();
  const can = useCan();
  const [date, setDate] = useState(localToday());
  const [person, setPerson] = useState<number | null>(null);
  const [amount, setAmount] = useState('');
  const { problems } = useSessionState(session);
  const body = { date: date || null, ...(person === null ? {} : chargeOf(person, amount)) };
  return (
    <TransitionDialog {...props} body={body} look="danger">
      <p className="mb-4">{t(`document:confirm.${name}`)}</p>
      <MissingGoods session={session} />
      <DayField autoFocus value={date} onChange={setDate} problem={problems.get('date')} />
      {can('stocks/charge_missing') && (
        <div className="mt-3 grid grid-cols-2 gap-3">
          <ChargedFields {...{ person, setPerson, amount, setAmount, problems }} hint={t('document:charged_at_cost')} />
        </div>
      )}
    </TransitionDialog>
  );
}

/** The goods that are written off: what was sent of each line, less what arrived. */
function MissingGoods({ session }: Pick<TransitionDialogProps, 'session'>) {
  const { server } = session.read();
  const item = session.declaration.columns.find(({ field }) => field === 'item_fk');
  const counted = countedLines(server?.data ?? {}, 'receive', () => 0n);
  const missing = (server?.draft.lines ?? []).flatMap(({ key, fields }) => {
    const line = counted.find(({ line_id }) => line_id === fields['line_id']);
    const left = line ? toQuantity(line.most - line.before) : NO_QUANTITY;
    return left > 0n ? [{ key, fields, left }] : [];
  });
  return (
    <ul className="mb-4 flex max-h-60 flex-col overflow-y-auto" data-missing={missing.length}>
      {missing.map(({ key, fields, left }) => (
        <li key={key} className="flex min-h-(--row-height) items-center gap-3 border-b border-edge py-1">
          <span className="min-w-0 flex-1">
            {item && <ShownName field={item} value={fields['item_fk']} line={fields} />}
          </span>
          <CountInUnits item={Number(fields['item_fk'])} base={printQuantity(left)} />
        </li>
      ))}
    </ul>
  );
}
