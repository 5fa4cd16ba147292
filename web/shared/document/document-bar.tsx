/** The top bar of a document: kind, status, and possible actions, one of them primary. */
import { Check, Redo2, Save, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../controls/button.tsx';
import { Confirm } from '../controls/dialog.tsx';
import { StatusChip, type Tone } from '../controls/status-chip.tsx';
import { optionLabel } from '../language/names.ts';
import { PrintButton } from '../paper/printing/print-button.tsx';
import { useCan } from '../session/session.ts';
import { keyCaps, SHORTCUTS } from '../shortcuts/definitions.ts';
import { QuantitiesDialog } from './dialogs/quantities-dialog.tsx';
import { ReasonDialog } from './dialogs/transition-dialogs.tsx';
import { COMPLETE } from './model/declaration.ts';
import { useEditing } from './model/editing-store.ts';
import type { DocumentSession } from './model/session.ts';
import { PAYMENT_TONES, RECEIVED_TONES, STATUS_TONES } from './model/status-tones.ts';
import { useSessionState } from './model/use-session.ts';
import { DayChip } from './prior-period.tsx';
import type { ScreenDeclaration, ScreenTransition } from './screen-declaration.ts';

const TONES: Readonly<Record<string, Tone>> = { ...STATUS_TONES, ...PAYMENT_TONES, ...RECEIVED_TONES };

/** The title; its number is never broken at a hyphen. */
function unbroken(title: string, number: string | null | undefined): ReactNode {
  const at = number ? title.indexOf(number) : -1;
  if (!number || at < 0) return title;
  return (
    <>
      {title.slice(0, at)}
      <span className="whitespace-nowrap">{number}</span>
      {title.slice(at + number.length)}
    </>
  );
}

interface DocumentBarProps {
  readonly declaration: ScreenDeclaration;
  readonly session: DocumentSession;
  readonly onSave: () => void;
  /** `andNew` opens a new document of this kind afterwards. */
  readonly onComplete: (andNew: boolean) => void;
  readonly onGone: () => void;
}

export function DocumentBar({ declaration, session, onSave, onComplete, onGone }: DocumentBarProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { server, busy } = useSessionState(session);
  const { past, future } = useEditing(session.store);
  const [asking, setAsking] = useState<ScreenTransition>();
  const { editable } = session;
  const completion = declaration.completion ?? COMPLETE;
  const Actions = declaration.actions;
  const title = server
    ? t(declaration.title, { number: server.number ?? t('document:draft_number', { id: String(server.id) }) })
    : t(declaration.newTitle);
  const possible = declaration.transitions.filter(
    ({ name, permission, also }) =>
      name !== completion.transition &&
      server?.possible.includes(name) &&
      can(`${declaration.resource}/${permission}`) &&
      (also === undefined || can(also)),
  );
  const run = (transition: ScreenTransition) => {
    if (transition.reasoned || transition.quantities || transition.dialog || transition.dangerous)
      setAsking(transition);
    else void session.transition(transition.name, {});
  };
  const completing =
    declaration.transitions.find(({ name }) => name === completion.transition)?.permission ?? 'complete';
  const mayComplete = editable && can(`${declaration.resource}/${declaration.noDraft ? 'store' : completing}`);
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <h1 className="text-xl font-semibold">
        <bdi>{unbroken(title, server?.number)}</bdi>
      </h1>
      <DocumentChips session={session} />
      <div className="flex flex-1 basis-80 flex-wrap items-center justify-end gap-x-3 gap-y-2 max-md:justify-start">
        {editable && (
          <span className="flex">
            <IconButton
              icon={Undo2}
              mirror
              label={t('document:undo')}
              disabled={past.length === 0}
              onClick={() => session.store.edit({ do: 'undo' })}
            />
            <IconButton
              icon={Redo2}
              mirror
              label={t('document:redo')}
              disabled={future.length === 0}
              onClick={() => session.store.edit({ do: 'redo' })}
            />
          </span>
        )}
        {server && <PrintButton resource={declaration.resource} id={server.id} />}
        {Actions && <Actions session={session} />}
        {possible.map((transition) => (
          <Button key={transition.name} onClick={() => run(transition)}>
            {t(`document:transitions.${transition.name}`)}
          </Button>
        ))}
        {editable && !declaration.noDraft && (
          <Button icon={Save} busy={busy} title={caps('form_save')} onClick={onSave}>
            {t('document:save_draft')}
          </Button>
        )}
        {mayComplete && (
          <span className="flex gap-1">
            <Button look="primary" icon={Check} busy={busy} onClick={() => onComplete(false)}>
              {t(`document:transitions.${completion.transition}`)}
            </Button>
            <Button busy={busy} title={caps('form_save_new')} onClick={() => onComplete(true)}>
              {t('document:and_new')}
            </Button>
          </span>
        )}
      </div>
      {asking && <Asking session={session} transition={asking} onGone={onGone} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

const caps = (name: 'form_save' | 'form_save_new') => keyCaps(SHORTCUTS[name].keys[0]).join('+');

function DocumentChips({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server, saved } = useSessionState(session);
  const { draft } = useEditing(session.store);
  const status = server?.status ?? 'draft';
  // The same status column means received for purchases and delivered for sales.
  const delivers = session.declaration.transitions.some(({ name }) => name === 'deliver');
  // Only documents with a payment type have a payment status.
  const owes = session.declaration.header.some(({ field }) => field === 'payment_type');
  const further = [...(owes ? ['payment_status'] : []), 'received_status'].flatMap((field) => {
    const value = server?.data[field];
    const words = field === 'received_status' && delivers ? 'delivered_status' : field;
    return typeof value === 'string' && status !== 'draft' ? [{ field: words, value }] : [];
  });
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <StatusChip
        tone={session.declaration.tones?.[status] ?? TONES[status] ?? 'neutral'}
        label={optionLabel('status', status)}
      />
      {further.map(({ field, value }) => (
        <StatusChip key={field} tone={TONES[value] ?? 'neutral'} label={optionLabel(field, value)} />
      ))}
      <DayChip of="prior_period.chip" date={server?.data['true_date']} />
      <DayChip of="reversed_on" date={server?.data['reversed_date']} />
      {session.editable && (
        <span role="status" className="text-xs text-ink-muted">
          {draft === saved ? (server ? t('document:saved') : '') : t('document:unsaved')}
        </span>
      )}
    </span>
  );
}

interface AskingProps {
  readonly session: DocumentSession;
  readonly transition: ScreenTransition;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

function Asking({ session, transition, onClose, onGone }: AskingProps) {
  const { t } = useTranslation();
  const { name } = transition;
  const Own = transition.dialog;
  if (Own) return <Own session={session} name={name} onClose={onClose} />;
  if (transition.quantities) return <QuantitiesDialog session={session} name={name} onClose={onClose} />;
  if (transition.reasoned) {
    return <ReasonDialog {...{ session, name, onClose }} isDated={transition.dated ?? false} />;
  }
  const confirm = async () => {
    onClose();
    if ((await session.transition(name, {})) && name === 'discard') onGone();
  };
  return (
    <Confirm
      open
      title={t(`document:transitions.${name}`)}
      text={t(`document:confirm.${name}`)}
      action={t(`document:transitions.${name}`)}
      dangerous={transition.dangerous ?? false}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
