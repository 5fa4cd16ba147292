/** "As known at": a moment that limits the report to events recorded until then. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTROL, FieldFrame } from '../form/field-frame.tsx';
import { usePreferences } from '../language/preferences.ts';
import { formatMoment, localToday } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { isPosition, recordedAt } from './known-moment.ts';
import { readMomentWords } from './moment-words.ts';

interface KnownAtFieldProps {
  readonly label: string;
  /** ISO instant or position. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function KnownAtField({ label, value, onChange }: KnownAtFieldProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const { data: recorded } = useQuery({
    ...recordedAt(value ?? ''),
    enabled: value !== undefined && isPosition(value),
  });
  const shown = value === undefined ? '' : formatMoment(isPosition(value) ? recorded : value);
  const settle = () => {
    if (typed === undefined) return;
    const read = typed.trim() === '' ? undefined : readMomentWords(typed, localToday());
    setWrong(read === undefined && typed.trim() !== '');
    if (read === undefined && typed.trim() !== '') return;
    setTyped(undefined);
    onChange(read);
  };
  return (
    <FieldFrame field={{ label, ...(wrong ? { problem: t('report:known_at_wrong') } : {}) }}>
      {(ids) => (
        <input
          {...ids}
          value={typed ?? shapeDigits(shown, digits)}
          placeholder={t('report:known_at_now')}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => event.key === 'Enter' && settle()}
          className={`${CONTROL} numeric rtl:text-right`}
        />
      )}
    </FieldFrame>
  );
}
