/** The number of a piece that is typed, and the question whether a piece that the books do not have here was found. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerForm } from '../../shared/controls/answer-dialog.tsx';
import { useScansThrough } from '../../shared/document/grid/scanning.ts';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { formatDate } from '../../shared/typing/date-words.ts';
import { isolateLtr, shapeDigits } from '../../shared/typing/digits.ts';
import type { FoundNumber } from './pieces.ts';
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
      action={t('stock:counting.add')}
      disabled={number === ''}
      onAnswer={() => onNumber(number)}
      onClose={onClose}
    >
      <p className="text-ink-muted">{t('stock:counting.scan_number')}</p>
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

interface FoundProps {
  readonly found: FoundNumber;
  readonly onFound: (item: CountedItem) => void;
  /** Another piece is scanned before this one was answered. */
  readonly onNext: () => void;
  readonly onClose: () => void;
}

function FoundDialog({ found: { number, items, likely, gone }, onFound, onNext, onClose }: FoundProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [first] = items;
  const [chosen, setChosen] = useState(likely?.item_fk ?? (items.length === 1 ? first?.item_fk : undefined));
  const item = items.find(({ item_fk }) => item_fk === chosen);
  useScansThrough(onNext);
  const when = gone?.left_on ? shapeDigits(formatDate(gone.left_on), digits) : '';
  const what = gone?.left_with ? isolateLtr(gone.left_with) : '';
  const left = [what, when].filter(Boolean).join(' · ');
  return (
    <AnswerForm
      title={t('stock:counting.piece', { number: isolateLtr(number) })}
      action={t('stock:counting.found')}
      disabled={!item}
      onAnswer={() => item && onFound(item)}
      onClose={onClose}
    >
      <p>
        {gone
          ? t(`stock:counting.${left === '' ? 'piece_gone' : 'piece_gone_with'}`, { item: gone.item_name ?? '', left })
          : t('stock:counting.piece_unknown')}
      </p>
      {!gone && (
        <SelectField
          label={fieldLabel('item_fk')}
          required
          value={chosen === undefined ? '' : String(chosen)}
          onChange={(value) => setChosen(Number(value))}
          options={items.map(({ item_fk, item_name }) => ({ value: String(item_fk), label: item_name ?? '' }))}
        />
      )}
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
  const { asked } = pieces;
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
      {asked && (
        <FoundDialog
          key={asked.number}
          found={asked}
          onFound={pieces.answer}
          onNext={() => pieces.answer(undefined)}
          onClose={() => pieces.answer(undefined)}
        />
      )}
    </>
  );
}
