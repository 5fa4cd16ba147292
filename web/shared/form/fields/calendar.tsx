/** The month view of a date field, with our own names of months and days. Loaded on first use. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import { dayName, dayShort, monthName } from '../../language/names.ts';
import { directionOf, usePreferences } from '../../language/preferences.ts';
import { localToday } from '../../typing/date-words.ts';
import { shapeDigits } from '../../typing/digits.ts';

const SATURDAY = 6;

/** The library works with dates in the zone of the device; at noon no zone is on another day of its own. */
const dateOfDay = (day: string): Date => new Date(`${day}T12:00:00`);

const two = (part: number): string => String(part).padStart(2, '0');
const dayOfDate = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

export default function Calendar({ value, onChoose }: { value: string; onChoose: (day: string) => void }) {
  const { t } = useTranslation();
  const { language, digits } = usePreferences();
  const selected = /^\d{4}-\d{2}-\d{2}$/.test(value) ? dateOfDay(value) : undefined;
  const today = dateOfDay(localToday());
  const monthYear = (date: Date) =>
    `${monthName(date.getMonth() + 1)} ${shapeDigits(String(date.getFullYear()), digits)}`;
  const button = 'inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-surface-3';
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      selected={selected}
      today={today}
      defaultMonth={selected ?? today}
      onSelect={(day: Date) => onChoose(dayOfDate(day))}
      dir={directionOf(language)}
      weekStartsOn={SATURDAY}
      showOutsideDays
      formatters={{
        formatCaption: monthYear,
        formatWeekdayName: (date) => dayShort(date.getDay()),
        formatDay: (date) => shapeDigits(String(date.getDate()), digits),
      }}
      labels={{
        labelNav: () => t('form:calendar'),
        labelGrid: monthYear,
        labelWeekday: (date) => dayName(date.getDay()),
        labelDayButton: (date) => `${dayName(date.getDay())} ${date.getDate()} ${monthYear(date)}`,
        labelPrevious: () => t('form:previous_month'),
        labelNext: () => t('form:next_month'),
      }}
      components={{ Chevron }}
      classNames={{
        months: 'relative',
        month_caption: 'flex h-8 items-center justify-center font-semibold',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: button,
        button_next: button,
        weekday: 'h-7 w-8 text-xs font-normal text-ink-muted',
        day: 'p-0 text-center',
        day_button: 'size-8 rounded-md hover:bg-surface-3',
        selected: '[&>button]:bg-accent [&>button]:text-accent-ink [&>button]:font-semibold',
        today: '[&>button]:border [&>button]:border-accent',
        outside: 'text-ink-muted',
        chevron: '',
      }}
    />
  );
}

/** The library's own arrows are not mirrored. */
function Chevron({ orientation }: { orientation?: string }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={16} aria-hidden className="mirror" />;
}
