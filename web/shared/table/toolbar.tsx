/**
 * The toolbar above the table: title, search, advanced search, columns, cards, print, Excel, and the primary button.
 */
import { useNavigate } from '@tanstack/react-router';
import { FileSpreadsheet, FileUp, LayoutGrid, ListFilter, Plus, Printer, RotateCcw, Search } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../controls/button.tsx';
import { Keys } from '../controls/keys.tsx';
import { useCan } from '../session/session.ts';
import { isNarrowed, type TableAddress } from './address.ts';
import { ColumnChoice, type ColumnChoiceProps } from './column-choice.tsx';
import type { Table } from './declaration.ts';
import { SavedViews } from './saved-views.tsx';
import { filtersOf } from './table-search.ts';

const SEARCH_DELAY_MS = 100;

export interface ToolbarProps extends ColumnChoiceProps {
  readonly table: Table;
  /** Path of the screen, the key of its views. */
  readonly screen: string;
  /** The shown columns in order. */
  readonly shown: readonly string[];
  readonly address: TableAddress;
  readonly isCards: boolean;
  /** Switches between rows and cards. */
  readonly onTurn: () => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** Moves the focus to the first row of a search, when it is there. */
  readonly onEnterRows: (search: string) => void;
  readonly onPrint: () => void;
  readonly onExport: () => void;
}

export function Toolbar(props: ToolbarProps) {
  const { table, address, isCards } = props;
  const { t } = useTranslation();
  const filters = Object.keys(filtersOf(address.search)).length;
  return (
    <div className="no-print @container px-4 pt-4 pb-3 max-md:px-2 max-md:pt-2">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="me-2 text-xl font-semibold">{t(table.title)}</h1>
        <SearchBox address={address} inputRef={props.searchRef} onEnterRows={props.onEnterRows} />
        {table.filters && table.filters.length > 0 && (
          <Button
            icon={ListFilter}
            aria-expanded={address.search.advanced === true}
            onClick={() => address.change({ advanced: address.search.advanced ? undefined : true }, true)}
          >
            <span className="sr-only @2xl:not-sr-only">{t('table:advanced_search')}</span>
            {filters > 0 && (
              <span className="numeric rounded-full bg-accent px-1.5 text-2xs text-accent-ink">{filters}</span>
            )}
          </Button>
        )}
        {isNarrowed(address.search) && (
          <Button look="quiet" icon={RotateCcw} onClick={address.reset}>
            {t('table:reset')}
          </Button>
        )}
        <div className="ms-auto flex items-center gap-1">
          <SavedViews screen={props.screen} address={address} shown={props.shown} />
          <ColumnChoice columns={props.columns} arrangement={props.arrangement} onArrange={props.onArrange} />
          <IconButton icon={LayoutGrid} label={t('table:cards')} pressed={isCards} onClick={props.onTurn} />
          <IconButton icon={Printer} label={t('table:print')} onClick={props.onPrint} />
          <IconButton icon={FileSpreadsheet} label={t('table:excel')} onClick={props.onExport} />
          <ImportButton table={table} />
          <AddButton table={table} />
        </div>
      </div>
    </div>
  );
}

/** A symbol in the toolbar; with a label in an empty list. */
export function ImportButton({ table, words }: { table: Table; words?: boolean }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  const entry = table.import;
  if (!entry || !can(entry.permission)) return null;
  const open = () => void navigate({ to: entry.path });
  if (!words) return <IconButton icon={FileUp} label={t('table:import')} onClick={open} />;
  return (
    <Button icon={FileUp} onClick={open}>
      {t('table:import')}
    </Button>
  );
}

export function AddButton({ table }: { table: Table }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  if (!table.canAdd || !table.path || !can(`${table.resource}/store`)) return null;
  return (
    <Button look="primary" icon={Plus} className="ms-1" onClick={() => void navigate({ to: `${table.path}/new` })}>
      {t('table:add')}
      <span className="numeric text-2xs opacity-75" aria-hidden>
        N
      </span>
    </Button>
  );
}

interface SearchBoxProps {
  readonly address: TableAddress;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onEnterRows: (search: string) => void;
}

/** Searches a tenth of a second after the last key, at once with Enter; Enter and Down lead into the rows, Escape clears. */
function SearchBox({ address, inputRef, onEnterRows }: SearchBoxProps) {
  const { t } = useTranslation();
  const current = address.search.search ?? '';
  const [text, setText] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The last search that was sent: the address follows it later, and has it without outer spaces.
  const sent = useRef(current);
  useEffect(() => {
    if (current !== sent.current) setText(current);
    sent.current = current;
  }, [current]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string, delay: number) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = value.trim();
      address.change({ search: sent.current || undefined }, true);
    }, delay);
  };
  return (
    <div className="relative w-64 min-w-36 shrink max-md:flex-1">
      <Search size={15} aria-hidden className="absolute start-2.5 top-2 text-ink-muted" />
      <input
        ref={inputRef}
        type="search"
        value={text}
        placeholder={t('table:search')}
        aria-label={t('table:search')}
        onChange={(event) => search(event.target.value, SEARCH_DELAY_MS)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            search(text, 0);
            onEnterRows(text.trim());
          }
          if (event.key === 'Escape') {
            search('', 0);
            event.currentTarget.blur();
          }
        }}
        className="h-8 w-full rounded-md border border-edge-strong bg-surface-1 ps-8 pe-8"
      />
      {text === '' && (
        <span className="pointer-events-none absolute end-2 top-1.5">
          <Keys name="table_search" />
        </span>
      )}
    </div>
  );
}
