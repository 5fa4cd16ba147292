/** The number of a piece that is typed, and the question whether a piece that the books do not have here was found. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerForm } from '../../shared/controls/answer-dialog.tsx';
import { PieceQuestion } from '../../shared/document/dialogs/piece-question.tsx';
import { useScansThrough } from '../../shared/document/grid/scanning.ts';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import type { CountedItem } from './round.ts';
import type { Pieces } from './use-pieces.ts';

interface NumberProps {
  readonly item: CountedItem;
  /** What was typed, or nothing: another code is scanned, and the page takes it. */
  readonly onNext: (number: string) => void;
  readonly onNumber: (number: string) => void;
  readonly onClose: () => void;
}

function NumberDialog({ item, onNext, onNumber, onClose }: NumberProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const number = typed.trim();
  useScansThrough(() => onNext(number));
  return (
    <AnswerForm
      title={item.item_name ?? ''}
      action={t('counting:add')}
      disabled={number === ''}
      onAnswer={() => onNumber(number)}
      onClose={onClose}
    >
      <p className="text-ink-muted">{t('counting:scan_number')}</p>
      <TextField
        label={fieldLabel('serial_number')}
        required
        ltr
        autoFocus
        value={typed}
        onChange={setTyped}
        maxLength={40}
      />
    </AnswerForm>
  );
}

interface PieceDialogsProps {
  readonly pieces: Pieces;
  /** The item of a piece whose number is asked for. */
  readonly pieceOf: CountedItem | undefined;
  /** The number is not asked for any more. */
  readonly onLeave: () => void;
}

export function PieceDialogs({ pieces, pieceOf, onLeave }: PieceDialogsProps) {
  return (
    <>
      {pieceOf && (
        <NumberDialog
          key={pieceOf.item_fk}
          item={pieceOf}
          onNext={(number) => {
            if (number !== '') void pieces.takeOf(pieceOf, number);
          }}
          onNumber={(number) => {
            onLeave();
            void pieces.takeOf(pieceOf, number);
          }}
          onClose={onLeave}
        />
      )}
      <PieceQuestion />
    </>
  );
}
