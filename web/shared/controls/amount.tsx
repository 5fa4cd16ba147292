/** Numbers and dates in text and cells: always left to right. */
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../language/preferences.ts';
import { formatDate, formatMoment, formatTime } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal, type NumberFormat, signOf } from '../typing/number-format.ts';

export interface AmountProps extends NumberFormat {
  /** Decimal string of the API. */
  readonly value: string | null | undefined;
  readonly className?: string;
}

/** A decimal string in the person's digits; screen readers also hear "minus" as a word. */
export function Amount({ value, className = '', ...look }: AmountProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const sign = signOf(value);
  const shown = formatDecimal(value, { digits, ...look });
  // The hidden word scrolls with the number; without a place of its own it would make the window higher than its page.
  const tone = sign === -1 ? 'relative text-danger-ink' : sign === 0 ? 'text-ink-muted' : '';
  return (
    <span className={`numeric ${tone} ${className}`}>
      {sign === -1 && <span className="sr-only select-none">{t('number.minus')}</span>}
      {shown}
    </span>
  );
}

/** `YYYY-MM-DD` as DD/MM/YYYY. */
export function Day({ value }: { value: string | null | undefined }) {
  const { digits } = usePreferences();
  return <span className="numeric">{shapeDigits(formatDate(value), digits)}</span>;
}

export function Time({ value }: { value: string }) {
  const { digits } = usePreferences();
  return <span className="numeric">{shapeDigits(formatTime(value), digits)}</span>;
}

/** An instant in local time; its seconds are in the tooltip. */
export function Moment({ value }: { value: string | null | undefined }) {
  const { digits } = usePreferences();
  return (
    <time
      className="numeric"
      dateTime={value ?? undefined}
      title={value ? shapeDigits(formatMoment(value, 'seconds'), digits) : undefined}
    >
      {shapeDigits(formatMoment(value), digits)}
    </time>
  );
}
