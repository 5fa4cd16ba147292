/** The question whether a piece that the books do not have here was found. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerForm } from '../../controls/answer-dialog.tsx';
import { SelectField } from '../../form/fields/select-field.tsx';
import { fieldLabel } from '../../language/names.ts';
import { usePreferences } from '../../language/preferences.ts';
import { formatDate } from '../../typing/date-words.ts';
import { isolateLtr, shapeDigits } from '../../typing/digits.ts';
import { useScansTaken, useScansThrough } from '../grid/scanning.ts';
import { type PieceQuestion as Asked, pieceQuestions } from '../model/goods/standing-pieces.ts';

interface PieceQuestionProps {
  /** Takes a code that is scanned before the question is answered; otherwise the page does. */
  readonly onScan?: (code: string) => void;
}

/** Shows the questions one after the other, where no dialog inside of this place shows them. */
export function PieceQuestion({ onScan }: PieceQuestionProps) {
  const [place] = useState(() => ({}));
  useEffect(() => pieceQuestions.open(place), [place]);
  const { first, at } = useSyncExternalStore(pieceQuestions.subscribe, pieceQuestions.read);
  if (!first || at !== place) return null;
  return <FoundDialog key={first.question.number} asked={first.question} onAnswer={first.answer} onScan={onScan} />;
}

interface FoundProps {
  readonly asked: Asked;
  readonly onAnswer: (item: number | undefined) => void;
  readonly onScan: PieceQuestionProps['onScan'] | undefined;
}

function FoundDialog({ asked: { number, items, likely, gone }, onAnswer, onScan }: FoundProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [first] = items;
  const [chosen, setChosen] = useState(likely?.item_fk ?? (items.length === 1 ? first?.item_fk : undefined));
  useScansThrough(() => onAnswer(undefined), onScan === undefined);
  useScansTaken((code) => {
    onAnswer(undefined);
    onScan?.(code);
  }, onScan !== undefined);
  const when = gone?.left_on ? shapeDigits(formatDate(gone.left_on), digits) : '';
  const what = gone?.left_with ? isolateLtr(gone.left_with) : '';
  const left = [what, when].filter(Boolean).join(' · ');
  return (
    <AnswerForm
      title={t('document:pieces.one', { number: isolateLtr(number) })}
      action={t('counting:pieces.found')}
      disabled={chosen === undefined}
      onAnswer={() => onAnswer(chosen)}
      onClose={() => onAnswer(undefined)}
    >
      <p>
        {gone
          ? t(`counting:pieces.${left === '' ? 'gone' : 'gone_with'}`, { item: gone.item_name ?? '', left })
          : t('counting:pieces.unknown')}
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
