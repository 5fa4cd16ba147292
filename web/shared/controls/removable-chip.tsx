/** A filter in words, with a button that removes it. */
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface RemovableChipProps {
  /** The parameter or field that it removes. */
  readonly field: string;
  readonly label: string;
  readonly words: string;
  readonly onRemove: () => void;
}

export function RemovableChip({ field, label, words, onRemove }: RemovableChipProps) {
  const { t } = useTranslation();
  return (
    <li
      data-filter={field}
      className="inline-flex h-7 items-center gap-1.5 rounded-full border border-edge bg-surface-1 ps-3 pe-1 text-xs"
    >
      <span className="text-ink-muted">{label}</span>
      <bdi className="font-medium">{words}</bdi>
      <button
        type="button"
        onClick={onRemove}
        aria-label={t('table:remove_filter', { label })}
        title={t('table:remove_filter', { label })}
        className="inline-flex size-6 items-center justify-center rounded-full text-ink-muted hover:bg-surface-3 hover:text-ink"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}
