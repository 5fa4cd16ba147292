/** One field of the header, the details or the totals: a shared control bound to the draft. */

import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../api/list.ts';
import { CONTROL, FieldFrame } from '../../form/field-frame.tsx';
import { DateField } from '../../form/fields/date-field.tsx';
import { LookupField } from '../../form/fields/lookup-field.tsx';
import { SelectField } from '../../form/fields/select-field.tsx';
import { TextField } from '../../form/fields/text-field.tsx';
import { optionLabel } from '../../language/names.ts';
import { useCan } from '../../session/session.ts';
import type { NumberFormat } from '../../typing/number-format.ts';
import { labelOf } from '../grid/grid-head.tsx';
import { useCurrencies } from '../model/amount-format.ts';
import { type FieldDeclaration, isRequired } from '../model/declaration.ts';
import { type Draft, idOf, isUnread, sameValue, type Value, valueAt } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';
import { dayEntry } from '../model/goods/rate-of-day.ts';
import { knownName } from '../model/known-names.ts';
import { isNumeric, readField, readingOf, shownText, typedText, unread } from '../model/reading.ts';
import { AccountField } from './account-field.tsx';
import { KeepRate } from './save-rate.tsx';
import { useShownName } from './shown-name.tsx';

export interface HeaderFieldProps {
  readonly store: EditingStore;
  readonly draft: Draft;
  readonly field: FieldDeclaration;
  readonly problems: ReadonlyMap<string, string>;
  readonly look: NumberFormat;
  readonly readOnly: boolean;
  /** The field that gets the first focus. */
  readonly first?: boolean;
  /** Called when a person left the field with another day than `before`. */
  readonly onDay?: (day: string, before: Value | undefined) => void;
}

/** A key that is typed in a line does not render the fields of the header again. `onDay` belongs to the store. */
export const HeaderField = memo(
  ShownField,
  (before, after) =>
    before.draft.header === after.draft.header &&
    (['store', 'field', 'problems', 'look', 'readOnly', 'first'] as const).every(
      (name) => before[name] === after[name],
    ),
);

function ShownField(props: HeaderFieldProps) {
  const { store, draft, field, problems, readOnly, first = false, onDay } = props;
  const { t } = useTranslation();
  const can = useCan();
  const { header } = draft;
  const look = useOwnLook(props);
  const value = header[field.field];
  const [entry] = useState(() => dayEntry((day, before) => onDay?.(day, before)));
  const label = labelOf(field, t, header);
  if (field.derived) {
    const shown = { ...draft, header: { ...header, [field.field]: field.derived(header) } };
    return <ReadField label={label} field={field} draft={shown} look={look} />;
  }
  if (readOnly) return <ReadField label={label} field={field} draft={draft} look={look} />;
  const problem = isUnread(value) ? t(value.problem) : problems.get(field.field);
  const shared = { label, problem, name: field.field, required: isRequired(field, header, header), autoFocus: first };
  const at = { field: field.field };
  const set = (next: Parameters<typeof store.edit>[0] & { do: 'set' }) => store.edit(next);
  switch (field.kind) {
    case 'lookup': {
      const id = typeof value === 'number' ? value : null;
      return (
        <LookupField
          {...shared}
          resource={field.resource ?? ''}
          path={field.list?.(header)?.path}
          value={id}
          {...(id === null ? {} : { valueName: knownName(field.resource ?? '', id) })}
          {...(field.filter ? { extra: field.filter(header, header) } : {})}
          onChange={(chosen: number | null, row: Row | null) =>
            set({
              do: 'set',
              at,
              value: chosen,
              also: row ? (field.fills?.(row, header, header) ?? {}) : (field.empties ?? {}),
            })
          }
        />
      );
    }
    case 'account':
      return (
        <AccountField
          {...shared}
          value={typeof value === 'number' ? value : null}
          accepts={field.accepts}
          onChange={(account) => set({ do: 'set', at, value: account })}
        />
      );
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={typeof value === 'string' ? value : ''}
          empty={field.none === undefined ? undefined : t(field.none)}
          options={(field.options ?? [])
            .filter((option) => option === value || can(field.permissions?.[option]))
            .map((option) => ({ value: option, label: optionLabel(field.field, option) }))}
          onChange={(chosen) =>
            set({
              do: 'set',
              at,
              value: chosen === '' ? null : chosen,
              also: field.fills?.(chosen, header, header) ?? {},
            })
          }
        />
      );
    case 'date':
      return (
        <DateField
          {...shared}
          value={isUnread(value) ? value.unread : typeof value === 'string' ? value : ''}
          onChange={(day) => {
            const next = day === '' ? null : /^\d{4}-\d\d-\d\d$/.test(day) ? day : unread(day, 'date');
            entry.typed(value);
            set({ do: 'set', at, value: next, also: field.fills?.(next, header, header) ?? {} });
          }}
          onSettled={() => entry.left(valueAt(store.state.draft, at))}
        />
      );
    case 'text':
      return (
        <TextField
          {...shared}
          value={typeof value === 'string' ? value : ''}
          maxLength={140}
          onChange={(text) => set({ do: 'set', at, value: text === '' ? null : text })}
        />
      );
    default:
      return (
        <>
          <ReadingField {...props} look={look} label={label} problem={problem} />
          {field.keeps && <KeepRate store={store} header={header} direction={field.keeps(header)} />}
        </>
      );
  }
}

/** The format of an amount in another currency than the document's. */
function useOwnLook({ field, draft, look }: HeaderFieldProps): NumberFormat {
  const currencies = useCurrencies();
  const currency = field.currencyField === undefined ? undefined : idOf(draft.header, field.currencyField);
  return currency === undefined ? look : { ...look, decimalsMin: currencies(currency).decimals };
}

/** Amounts, rates and discounts: parsed when the field loses the focus, by the same rules as cells of the grid. */
function ReadingField({
  store,
  draft,
  field,
  look,
  label,
  problem,
}: HeaderFieldProps & { label: string; problem: string | undefined }) {
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const entering = useRef(false);
  // Synchronously after the plain text is rendered: one frame later a key could be lost.
  useLayoutEffect(() => {
    if (entering.current && typed !== undefined) input.current?.select();
    entering.current = false;
  }, [typed]);
  const { header } = draft;
  const value = header[field.field];
  const commit = () => {
    if (typed === undefined) return;
    const next = readField(field.kind, typed, readingOf(field.field));
    setTyped(undefined);
    if (sameValue(next, value)) return;
    store.edit({ do: 'set', at: { field: field.field }, value: next, also: field.fills?.(next, header, header) ?? {} });
  };
  return (
    <FieldFrame field={{ label, problem, name: field.field, required: isRequired(field, header, header) }}>
      {(ids) => (
        <input
          {...ids}
          value={typed ?? shownText(field.kind, value, look)}
          autoComplete="off"
          inputMode="decimal"
          ref={input}
          onFocus={() => {
            entering.current = true;
            setTyped(typedText(field.kind, value));
          }}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
          className={`${CONTROL} ${isNumeric(field.kind) ? 'numeric text-end' : ''}`}
        />
      )}
    </FieldFrame>
  );
}

/** A field of a read-only document: text, not a disabled control. */
function ReadField({
  label,
  field,
  draft,
  look,
}: {
  label: string;
  field: FieldDeclaration;
  draft: Draft;
  look: NumberFormat;
}) {
  const value = draft.header[field.field];
  const name = useShownName(field, value, draft.header);
  const isNamed = field.kind === 'lookup' || field.kind === 'choice' || field.kind === 'account';
  const words = isNamed ? name : shownText(field.kind, value, look);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-xs font-medium text-ink-muted">{label}</span>
      <span className="flex min-h-8 items-center">
        {isNumeric(field.kind) || field.kind === 'date' || field.kind === 'time' ? (
          <span className="numeric">{words || '—'}</span>
        ) : (
          <bdi>{words || '—'}</bdi>
        )}
      </span>
    </div>
  );
}
