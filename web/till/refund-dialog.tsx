/** Refunds goods of a receipt in the office: chosen lines and quantities, paid from an open drawer. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { type TransitionDialogProps, useSend } from '../shared/document/dialogs/transition-dialogs.tsx';
import { readQuantity } from '../shared/document/model/quantities.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/amount-field.tsx';
import { ReasonField } from '../shared/form/reason-field.tsx';
import { localToday } from '../shared/typing/date-words.ts';
import { Lines, lineLabel, OpenDrawerField, Problems, useOpenDrawer } from './open-drawer-field.tsx';
import { type LineLeft, linesLeft } from './receipt-left.ts';

export function RefundDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const { server, problems } = useSessionState(props.session);
  const { busy, send } = useSend(props);
  const lines = server ? linesLeft(server.data) : [];
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>({});
  const [reason, setReason] = useState('');
  const drawer = useOpenDrawer(server?.data['outlet_fk']);
  const wholeOf = ({ left }: LineLeft) => left ?? '0';
  const countOf = (line: LineLeft) => counts[line.line_id] ?? wholeOf(line);
  const named = lines.filter((line) => (readQuantity(countOf(line)) ?? 0n) > 0n);
  const isAll = lines.every((line) => countOf(line) === wholeOf(line));
  const isReady = drawer.value !== '' && reason.trim() !== '' && (isAll || named.length > 0);
  const give = () =>
    void send({
      ...{ drawer_fk: Number(drawer.value), date: localToday(), reason: reason.trim() },
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
        <OpenDrawerField {...drawer} />
        <Lines lines={lines}>
          {(line) =>
            line.left !== null && (
              <div className="w-36 max-sm:flex-1">
                <AmountField
                  ariaLabel={lineLabel('quantity', line.line_id)}
                  decimals={6}
                  value={countOf(line)}
                  onChange={(next) => setCounts({ ...counts, [line.line_id]: next })}
                />
              </div>
            )
          }
        </Lines>
        <ReasonField value={reason} onChange={setReason} unhinted />
      </div>
    </Dialog>
  );
}
