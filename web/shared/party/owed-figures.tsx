/**
 * What is owed for a sale or purchase, on its page: paid and returned amounts, the rest and the due date below the
 * total, and the button that opens a payment with all fields filled.
 */
import { useNavigate } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../controls/amount.tsx';
import { Button } from '../controls/button.tsx';
import type { DocumentSession } from '../document/model/session.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { fieldLabel } from '../language/names.ts';
import { useCan } from '../session/session.ts';
import { localToday } from '../typing/date-words.ts';
import { signOf } from '../typing/number-format.ts';
import { isOwed, type Owed } from './owed.ts';
import { owedFigures } from './settled.ts';

export function OwedFigures({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  return server ? <Figures data={server.data} className="px-4 pb-3" /> : null;
}

export function Figures({ data, className }: { data: Readonly<Record<string, unknown>>; className: string }) {
  const { t } = useTranslation();
  const owed = owedFigures(data);
  if (!owed) return null;
  const isOpen = signOf(owed.remaining) === 1;
  const isLate = isOpen && owed.dueDate !== undefined && owed.dueDate < localToday();
  return (
    <dl className={`flex min-w-72 flex-col gap-1 ${className}`}>
      {(['costs', 'paid', 'returned', 'allowed', 'notDue', 'notComing'] as const).map(
        (part) =>
          (part === 'paid' || signOf(owed[part]) !== 0) && (
            <Row key={part} label={part === 'paid' ? fieldLabel('paid') : t(`parties:owed.${part}`)} name={part}>
              <Amount value={owed[part]} />
            </Row>
          ),
      )}
      <Row label={fieldLabel('remaining')} name="remaining" strong>
        <Amount value={owed.remaining} />
      </Row>
      {owed.dueDate !== undefined && isOpen && (
        <Row label={fieldLabel('due_date')} name="due_date">
          <span className={isLate ? 'font-medium text-danger-ink' : ''}>
            <Day value={owed.dueDate} />
            {isLate && <span className="ms-2 text-xs">{t('parties:owed.late')}</span>}
          </span>
        </Row>
      )}
    </dl>
  );
}

interface RowProps {
  readonly label: string;
  readonly name: string;
  readonly strong?: boolean;
  readonly children: React.ReactNode;
}

function Row({ label, name, strong, children }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-8" data-owed={name}>
      <dt className={strong ? 'font-semibold' : 'text-ink-muted'}>{label}</dt>
      <dd className={`min-w-36 ${name === 'due_date' ? 'text-end' : 'number-cell'} ${strong ? 'font-semibold' : ''}`}>
        {children}
      </dd>
    </div>
  );
}

export function PayDocument({ session, owed }: { session: DocumentSession; owed: Owed }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { server } = useSessionState(session);
  if (!server || !isOwed({ ...server.data, status: server.status }) || !can(owed.permission)) return null;
  const open = () => void navigate({ to: owed.path, search: { settles: `${owed.kind}-${server.id}` } });
  return (
    <Button icon={HandCoins} onClick={open}>
      {t(owed.label)}
    </Button>
  );
}
