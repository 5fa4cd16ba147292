/**
 * A look-up around Headless UI's Combobox. Unlike the Combobox it never shows or takes options of an older text, and
 * discards text that was typed and not chosen. Leaving with Tab before the options arrived takes the single record that
 * matches the whole code or name, and saving waits for it.
 */
import { Combobox, ComboboxButton, ComboboxInput } from '@headlessui/react';
import { ChevronDown } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../languages/isolate.ts';
import type { Row } from '../../api/list.ts';
import { fetchLookup, type LookupExtra, onlyMatch, useLookupPages, useRecordName } from '../../api/lookup.ts';
import { Creating, namingFields, resourceOf } from '../../api/resources.ts';
import { awaited } from '../../document/model/on-the-way.ts';
import { notifyProblem } from '../../notify/notify.ts';
import { useCan } from '../../session/session.ts';
import { copyPlain, isolatedName } from '../../typing/name-parts.ts';
import { CONTROL, FieldFrame, type FieldProps } from '../field-frame.tsx';
import { type LookupChoice, LookupOptions, type TypedLookup } from './lookup-options.tsx';

const OPEN_DELAY_MS = 250;
const TYPING_DELAY_MS = 150;
const NO_EXTRA: LookupExtra = {};

export interface LookupFieldProps extends FieldProps {
  readonly resource: string;
  readonly value: number | null;
  /** The row from the list; null when the field was cleared. */
  readonly onChange: (id: number | null, row: Row | null) => void;
  /** Name of the value, if known (`city_name` beside `city_fk`). */
  readonly valueName?: string | undefined;
  /** Further parameters of the list request: `{ outlet_fk: 3 }`. */
  readonly extra?: LookupExtra;
  /** Another endpoint than `{resource}/list`. */
  readonly path?: string | undefined;
  /** False hides "Create …". */
  readonly creatable?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string;
}

export function LookupField(props: LookupFieldProps) {
  const {
    resource,
    value,
    onChange,
    valueName,
    extra = NO_EXTRA,
    path,
    creatable = true,
    inputRef,
    className,
    ...field
  } = props;
  const { t } = useTranslation();
  const fields = resourceOf(resource);
  const can = useCan();
  const CreateInPlace = useContext(Creating);
  const [picked, setPicked] = useState<{ id: number; name: string }>();
  const [creating, setCreating] = useState<string>();
  const name = useRecordName(resource, value, picked?.id === value ? picked.name : (valueName ?? undefined)) ?? '';
  const lookup = useTyped(resource, extra, path);
  const input = useRef<HTMLInputElement>(null);

  const choose = (row: Row | null) => {
    // The Combobox clears an empty field each time it is left.
    if (row) lookup.entries.current += 1;
    const id = row ? Number(row[fields.id]) : null;
    setPicked(row && id !== null ? { id, name: String(row[fields.name] ?? '') } : undefined);
    if (row) lookup.close();
    onChange(id, row);
  };
  const take = (choice: LookupChoice | null) => {
    if (choice?.kind === 'create') setCreating(choice.text);
    else choose(choice?.row ?? null);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const { typed, entries } = lookup;
    const entry = entries.current;
    event.target.value = isolatedName(name);
    lookup.close();
    field.onBlur?.();
    if (typed === undefined || typed.trim() === '' || !lookup.pending) return;
    // The options had not arrived: searches again, and takes only an unambiguous record.
    awaited(
      fetchLookup(resource, typed, extra, path)
        .then((rows) => {
          const row = onlyMatch(rows, typed, namingFields(resource));
          if (row && entry === entries.current) choose(row);
        })
        .catch(notifyProblem),
    );
  };

  return (
    <FieldFrame field={field}>
      {(ids) => (
        <Combobox<LookupChoice | null>
          value={value === null ? null : { kind: 'row', id: value, row: {} }}
          by={(a, b) => a?.kind === b?.kind && a?.id === b?.id}
          onChange={take}
          disabled={field.disabled ?? false}
        >
          <span className="relative flex" data-lookup={resource}>
            <ComboboxInput
              {...ids}
              ref={merge(input, inputRef)}
              autoComplete="off"
              dir="auto"
              data-chosen={value === null ? undefined : ''}
              autoFocus={field.autoFocus ?? false}
              displayValue={() => isolatedName(name)}
              onFocus={(event: FocusEvent<HTMLInputElement>) => event.target.select()}
              onCopy={copyPlain}
              onChange={(event) => lookup.type(withoutIsolates(event.target.value))}
              onBlur={leave}
              onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => openByKey(event, lookup.open)}
              className={className ?? `${CONTROL} page-start page-pe-8`}
            />
            <ComboboxButton
              aria-label={t('form:open_list')}
              onClick={lookup.open}
              className="absolute end-0 top-0 inline-flex size-8 items-center justify-center text-ink-muted hover:text-ink"
            >
              <ChevronDown size={15} aria-hidden />
            </ComboboxButton>
          </span>
          <LookupOptions
            lookup={lookup}
            resource={resource}
            canCreate={creatable && CreateInPlace !== undefined && can(`${resource}/store`)}
          />
          {creating !== undefined && CreateInPlace && (
            <Suspense>
              <CreateInPlace
                resource={resource}
                text={creating}
                onClose={() => {
                  setCreating(undefined);
                  input.current?.focus();
                }}
                onCreated={choose}
              />
            </Suspense>
          )}
        </Combobox>
      )}
    </FieldFrame>
  );
}

/** The typed text, and the options for exactly that text. */
function useTyped(resource: string, extra: LookupExtra, path: string | undefined): TypedLookup {
  const [typed, setTyped] = useState<string>();
  // Deleting the text clears the field; Tab must not take the first record then.
  const [emptied, setEmptied] = useState(false);
  const [asked, setAsked] = useState<string>();
  const entries = useRef(0);
  useEffect(() => {
    if (typed === undefined) {
      setAsked(undefined);
      return;
    }
    const timer = setTimeout(() => setAsked(typed), typed === '' ? OPEN_DELAY_MS : TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useLookupPages(resource, asked?.trim() ?? '', extra, asked !== undefined, path);
  const pending = typed !== asked || query.isPlaceholderData || query.isLoading;
  return {
    typed,
    pending,
    failed: query.error,
    emptied,
    rows: pending || emptied ? [] : (query.data?.pages.flatMap((page) => page.data) ?? []),
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    entries,
    type: (text: string) => {
      entries.current += 1;
      setTyped(text);
      setEmptied(text === '');
    },
    open: () => {
      setTyped((now) => now ?? '');
      setEmptied(false);
    },
    close: () => setTyped(undefined),
  };
}

/** F4 opens like Alt+Down, which the Combobox supports itself. */
function openByKey(event: KeyboardEvent<HTMLInputElement>, open: () => void): void {
  if (event.key === 'F4') {
    event.preventDefault();
    event.currentTarget.dispatchEvent(
      new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
    );
    open();
  } else if (event.key === 'ArrowDown') {
    open();
  }
}

function merge(own: { current: HTMLInputElement | null }, given: Ref<HTMLInputElement> | undefined) {
  return (element: HTMLInputElement | null) => {
    own.current = element;
    if (typeof given === 'function') given(element);
    else if (given) given.current = element;
  };
}
