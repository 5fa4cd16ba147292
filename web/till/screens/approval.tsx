/** A supervisor's PIN allows actions that the cashier may not take: the list of actions, and the supervisor. */
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v7 as uuidv7 } from 'uuid';
import { ANY_PRICE } from '../../../domain/sales/price-rules.ts';
import type { Issue } from '../../../domain/values/refusal.ts';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { IssueText } from '../parts/issue-text.tsx';
import { useCashierChoice } from '../parts/signing-in/cashier-choice.tsx';
import { PinPad } from '../parts/signing-in/pin-pad.tsx';
import { signInSentence } from '../parts/signing-in/sign-in-sentence.ts';
import { useTill } from '../parts/till-context.tsx';
import type { Approval } from '../selling/cart.ts';

interface ApprovalDialogProps {
  /** The requested permissions; their messages are above the keys. */
  readonly issues: readonly Issue[];
  readonly rights?: readonly string[];
  readonly onApproved: (approval: Approval) => void;
  readonly onClose: () => void;
}

export function ApprovalDialog({ issues, rights = [ANY_PRICE], onApproved, onClose }: ApprovalDialogProps) {
  const { t } = useTranslation();
  const { device, session } = useTill();
  const { who, field } = useCashierChoice(session.cashier.id);
  const [problem, setProblem] = useState<string>();
  const approve = async (pin: string) => {
    if (!who) return;
    const entry = uuidv7();
    const result = await device.cashiers.approve(who, pin, rights, entry);
    if (result.outcome === 'approved') {
      onApproved({ user_id: result.approved_by_fk, name: result.name, rights, entry, ticket: result.ticket });
      return;
    }
    setProblem(signInSentence(result));
  };
  return (
    <Dialog open title={t('selling:approval')} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-1 text-warning-ink">
          {issues.map((issue) => (
            <li key={issue.field + issue.message} className="flex gap-2">
              <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
              <IssueText issue={issue} />
            </li>
          ))}
        </ul>
        {field}
        <PinPad
          submit={t('selling:approve')}
          why={who ? undefined : t('selling:why.nobody_chosen')}
          problem={problem}
          onPin={approve}
        />
      </div>
    </Dialog>
  );
}
