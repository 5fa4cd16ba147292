/** A manager's review of till entries: the note, and the permission. */
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { useWrite } from '../../shared/api/idempotency.ts';
import { forget } from '../../shared/api/query.ts';
import { Button } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';
import { type TransitionDialogProps, useSend } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { AnswersOnEnter } from '../../shared/form/answers-on-enter.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { notifyProblem, notifySuccess } from '../../shared/notify/notify.ts';
import { TILL_REVIEWS } from './waiting-reviews.tsx';

const NOTE_LENGTH_MAX = 140;

interface NoteProps {
  readonly busy: boolean;
  readonly autoFocus?: boolean;
  readonly onGive: (note: string) => void;
}

function Note({ busy, autoFocus = false, onGive }: NoteProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const isSaid = note.trim() !== '';
  return (
    <AnswersOnEnter disabled={!isSaid || busy} onAnswer={() => onGive(note.trim())}>
      <TextField
        label={t('till:review_note')}
        hint={t('till:review_note_hint')}
        value={note}
        onChange={setNote}
        {...{ maxLength: NOTE_LENGTH_MAX, autoFocus }}
        required
      />
      <span>
        <Button type="submit" look="primary" icon={ClipboardCheck} busy={busy} disabled={!isSaid}>
          {t('document:transitions.review')}
        </Button>
      </span>
    </AnswersOnEnter>
  );
}

/** On the page of the receipt or drawer. */
export function ReviewDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const { busy, send } = useSend(props);
  const give = async (note: string) => {
    await send({ note });
    await forget(TILL_REVIEWS);
  };
  return (
    <Dialog open title={t('document:transitions.review')} onClose={props.onClose}>
      <Note busy={busy} autoFocus onGive={(note) => void give(note)} />
    </Dialog>
  );
}

interface ReviewHereProps {
  readonly resource: string;
  readonly id: number;
  readonly revision: number;
}

/** In the list of reviews. */
export function ReviewHere({ resource, id, revision }: ReviewHereProps) {
  const write = useWrite();
  const [busy, setBusy] = useState(false);
  const give = async (note: string) => {
    setBusy(true);
    try {
      const { message } = await write((idempotencyKey) =>
        command(':resource/:id/:transition', {
          params: { resource, id, transition: 'review' },
          body: { note, revision },
          idempotencyKey,
        }),
      );
      if (message) notifySuccess(message);
      await Promise.all([forget(TILL_REVIEWS), forget(resource)]);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return <Note busy={busy} onGive={(note) => void give(note)} />;
}
