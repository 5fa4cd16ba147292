/** The head of a dialog's table of lines: the item, and columns of figures, of which the last is typed. */
import { useTranslation } from 'react-i18next';

export function LinesHead({ figures }: { readonly figures: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr className="text-xs text-ink-muted">
        <th scope="col" className="py-1 font-medium">
          {t('report:columns.item')}
        </th>
        {figures.map((figure) => (
          <th key={figure} scope="col" className="number-head px-2 py-1 font-medium last:w-36 last:px-0">
            {figure}
          </th>
        ))}
      </tr>
    </thead>
  );
}
