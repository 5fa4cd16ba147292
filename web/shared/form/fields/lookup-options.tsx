/** The options of a look-up: records, "More…", and "Create …" with the permission. */
import { ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../api/list.ts';
import { displayedName, hintOf, resourceOf } from '../../api/resources.ts';
import { sentenceOf } from '../../api/sentence.ts';
import { Name } from '../../controls/name.tsx';

/** The typed text, and the options for exactly that text. */
export interface TypedLookup {
  readonly typed: string | undefined;
  readonly pending: boolean;
  readonly failed: Error | null;
  readonly emptied: boolean;
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Counts what was typed and chosen: an answer to an earlier text is ignored. */
  readonly entries: { current: number };
  readonly type: (text: string) => void;
  readonly open: () => void;
  readonly close: () => void;
}

export type LookupChoice =
  | { readonly kind: 'row'; readonly id: number; readonly row: Row }
  | { readonly kind: 'create'; readonly id: 0; readonly text: string };

interface LookupOptionsProps {
  readonly lookup: TypedLookup;
  readonly resource: string;
  readonly canCreate: boolean;
}

const OPTION =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 data-focus:bg-accent-soft data-selected:font-semibold';

export function LookupOptions({ lookup, resource, canCreate }: LookupOptionsProps) {
  const { t } = useTranslation();
  const fields = resourceOf(resource);
  const text = lookup.typed?.trim() ?? '';
  const asking = !lookup.emptied && !lookup.pending;
  return (
    <ComboboxOptions
      anchor={{ to: 'bottom start', gap: 4 }}
      className="z-50 max-h-72 w-(--input-width) min-w-56 overflow-y-auto rounded-md border border-edge bg-surface-1 p-1 shadow-float empty:invisible"
    >
      {lookup.pending && !lookup.emptied && <p className="px-2 py-1.5 text-ink-muted">{t('form:searching')}</p>}
      {lookup.failed && asking && <p className="px-2 py-1.5 text-danger-ink">{sentenceOf(lookup.failed)}</p>}
      {lookup.rows.map((row) => {
        const id = Number(row[fields.id]);
        const hint = hintOf(resource, row);
        return (
          <ComboboxOption key={id} value={{ kind: 'row', id, row } satisfies LookupChoice} className={OPTION}>
            <span className="min-w-0 flex-1 break-words">
              <Name of={displayedName(resource, String(row[fields.name] ?? ''))} />
            </span>
            {row['is_active'] === false && <span className="text-xs text-ink-muted">{t('form:inactive')}</span>}
            {hint !== undefined && <bdi className="text-xs text-ink-muted">{hint}</bdi>}
          </ComboboxOption>
        );
      })}
      {asking && !lookup.failed && lookup.rows.length === 0 && (
        <p className="px-2 py-1.5 text-ink-muted">
          {t('form:nothing_found')}
          {canCreate && text === '' && `. ${t('form:type_to_add')}`}
        </p>
      )}
      {lookup.hasMore && asking && (
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={lookup.more}
          className="h-8 w-full rounded-sm px-2 text-start text-accent hover:bg-surface-3"
        >
          {t('form:more')}
        </button>
      )}
      {canCreate && text !== '' && asking && (
        <ComboboxOption value={{ kind: 'create', id: 0, text } satisfies LookupChoice} className={OPTION}>
          <Plus size={14} aria-hidden className="text-accent" />
          {t('form:create', { text })}
        </ComboboxOption>
      )}
    </ComboboxOptions>
  );
}
