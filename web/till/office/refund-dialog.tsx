/** Refunds goods of a receipt in the office: chosen lines and quantities, paid from an open drawer. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InUnit } from '../../../domain/pricing/returned-quantities.ts';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { type TransitionDialogProps, useSend } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { UnitOfLine } from '../../shared/document/dialogs/unit-of-line.tsx';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { localToday } from '../../shared/typing/date-words.ts';
import { Lines, lineLabel } from './lines-of-receipt.tsx';
import { OpenDrawerField, Problems, useOpenDrawer } from './open-drawer-field.tsx';
import {
  type ChosenBatches,
  type CountField,
  countBack,
  countName,
  countOf,
  isChosen,
  linesLeft,
  refundedLines,
  type TypedCounts,
} from './receipt-left.ts';

const COUNTS: readonly CountField[] = ['quantity', 'bonus_quantity'];

export function RefundDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const { server, problems } = useSessionState(props.session);
  const { busy, send } = useSend(props);
  const [units, setUnits] = useState<ReadonlyMap<number, InUnit>>(new Map());
  const lines = server ? linesLeft(server.data, units) : [];
  const [typed, setTyped] = useState<TypedCounts>({});
  const [chosen, setChosen] = useState<ChosenBatches>(new Map());
  const choose = (line: number, unit: InUnit) => {
    setUnits(new Map(units).set(line, unit));
    // A quantity of boxes is not one of pieces.
    setTyped(
      Object.fromEntries(Object.entries(typed).filter(([name]) => !COUNTS.some((of) => countName(of, line) === name))),
    );
  };
  const [reason, setReason] = useState('');
  const drawer = useOpenDrawer(server?.data['outlet_fk']);
  const named = refundedLines(lines, typed, chosen);
  const areChosen = lines.every((line) => isChosen(line, countBack(line, typed), chosen));
  const isReady = drawer.value !== '' && reason.trim() !== '' && named?.length !== 0 && areChosen;
  const today = localToday();
  const give = () =>
    void send({
      drawer_fk: Number(drawer.value),
      date: today,
      reason: reason.trim(),
      ...(named ? { lines: named } : {}),
    });
  return (
    <AnswerDialog
      {...{ title: t('document:transitions.refund'), busy, width: 'wide', disabled: !isReady }}
      onAnswer={give}
      onClose={props.onClose}
    >
      <div className="flex flex-col gap-4">
        <Problems sentences={[...problems.values()]} />
        <OpenDrawerField {...drawer} />
        <Lines {...{ lines, chosen, day: today }} countOf={(line) => countBack(line, typed)} onChoose={setChosen}>
          {(line) => [
            <UnitOfLine
              key="unit"
              item={Number(line.fields['item_fk'])}
              value={Number(line.fields['unit_fk'])}
              label={lineLabel('unit_fk', line.line_id)}
              onChoose={(unit) => choose(line.line_id, unit)}
            />,
            ...COUNTS.map(
              (field) =>
                (field === 'quantity' ? line.left : line.bonusLeft) !== null && (
                  <div key={field} className="w-36 max-sm:flex-1">
                    <AmountField
                      ariaLabel={lineLabel(field, line.line_id)}
                      decimals={6}
                      value={countOf(line, field, typed)}
                      onChange={(next) => setTyped({ ...typed, [countName(field, line.line_id)]: next })}
                    />
                  </div>
                ),
            ),
          ]}
        </Lines>
        <ReasonField value={reason} onChange={setReason} autoFocus unhinted />
      </div>
    </AnswerDialog>
  );
}
