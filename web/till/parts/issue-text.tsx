/** The message for an issue that the domain found in a receipt. */
import { useTranslation } from 'react-i18next';
import type { Issue } from '../../../domain/values/refusal.ts';
import { hasText } from '../../shared/language/language.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { formatDate } from '../../shared/typing/date-words.ts';
import { isolateLtr, shapeDigits } from '../../shared/typing/digits.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';

const DAYS: ReadonlySet<string> = new Set(['day', 'until']);

/** Keys come from the domain: `net_price_below_minimum` with its amounts. */
export function IssueText({ issue }: { issue: Issue }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const key = `selling:issue.${issue.message}`;
  const shown = Object.fromEntries(
    Object.entries(issue.params ?? {}).map(([name, value]) => [
      name,
      isolateLtr(
        name === 'batch' ? value : shapeDigits(DAYS.has(name) ? formatDate(value) : formatDecimal(value), digits),
      ),
    ]),
  );
  return <span>{hasText(key) ? t(key, shown) : t('selling:issue.other')}</span>;
}
