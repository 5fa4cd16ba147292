/** The rows as a table: sticky head and foot, pinned main column and actions, one tab stop, arrow keys between rows. */
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPage, Row } from '../api/list.ts';
import { WideTable } from '../controls/wide-table.tsx';
import { isInField } from '../shortcuts/shortcuts.ts';
import { sortOf, type TableAddress } from './address.ts';
import { Cell, isNumeric, Total } from './cell.tsx';
import type { HeadedColumn, PlacedColumn } from './columns.ts';
import { idOf, type Table } from './declaration.ts';
import { RowMenu } from './row-menu.tsx';
import type { Selection } from './selection.ts';
import { WidthHandle } from './width-handle.tsx';

export interface GridProps {
  readonly table: Table;
  readonly columns: readonly HeadedColumn[];
  /** The shown columns in order. */
  readonly shown: readonly PlacedColumn[];
  readonly page: ListPage;
  readonly address: TableAddress;
  readonly selection: Selection;
  /** The old page is shown while the next one loads. */
  readonly dimmed: boolean;
  readonly activeId: number | undefined;
  readonly onActive: (id: number) => void;
  readonly onOpen: (id: number, newTab: boolean) => void;
  readonly onWidth: (field: string, width: number) => void;
}

export function Grid(props: GridProps) {
  const { table, page, dimmed } = props;
  const { t } = useTranslation();
  const first = (page.current_page - 1) * page.per_page;
  return (
    <WideTable className="scroll-pt-9 scroll-pb-10">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that the keyboard walks make it a grid.
        role="grid"
        aria-label={t(table.title)}
        aria-rowcount={page.total + 1}
        aria-multiselectable
        aria-busy={dimmed}
        className="w-full border-separate border-spacing-0"
      >
        <Head {...props} />
        <tbody className={dimmed ? 'opacity-55 transition-opacity' : ''}>
          {page.data.map((row, index) => (
            <GridRow key={idOf(table, row)} row={row} index={first + index} {...props} />
          ))}
        </tbody>
        {table.footer && page.footer && <Foot {...props} />}
      </table>
    </WideTable>
  );
}

/** Width of the selection column; pinned columns follow it. */
const SELECT_WIDTH = 36;
const EDGE_CELL = 'sticky z-10 bg-inherit';
const SELECT_CELL = `${EDGE_CELL} start-0 w-9 min-w-9 ps-3 pe-0`;

/** The position of a pinned column, and the width of a resized one. */
function placeOf({ pinnedAt, fixedWidth, width }: PlacedColumn): CSSProperties | undefined {
  const wide = fixedWidth === undefined ? undefined : { width: fixedWidth, minWidth: fixedWidth, maxWidth: fixedWidth };
  const pinned = pinnedAt === undefined ? undefined : { insetInlineStart: pinnedAt + SELECT_WIDTH };
  return wide || pinned || width ? { ...(width ? { minWidth: width } : {}), ...wide, ...pinned } : undefined;
}

/** A long name is cut at its own end: at the right one when it is English in a page from right to left. */
const NAME_CELL = 'max-w-(--name-max) truncate [&>*>bdi]:block [&>*>bdi]:truncate';

const pinnedClass = ({ pinnedAt, fixedWidth }: PlacedColumn): string =>
  `${pinnedAt === undefined ? '' : EDGE_CELL} ${fixedWidth === undefined ? '' : 'truncate'}`;

function Head({ shown, table, page, address, selection, onWidth }: GridProps) {
  const { t } = useTranslation();
  const { sortColumn = '', sortDir = 'desc' } = sortOf(table, address.search);
  const ids = page.data.map((row) => idOf(table, row));
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  // The first click sorts descending, as the specification requires; the next one reverses.
  const sort = (field: string) =>
    address.change({ sortColumn: field, sortDir: sortColumn === field && sortDir === 'desc' ? 'asc' : 'desc' });
  return (
    <thead className="sticky top-0 z-20">
      <tr className="bg-surface-2">
        <th scope="col" className={`h-9 border-b border-edge ${SELECT_CELL}`}>
          <input
            type="checkbox"
            aria-label={t('table:select_page')}
            checked={chosen > 0 && chosen === ids.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
            }}
            onChange={() => selection.togglePage(ids)}
            className="size-4 align-middle accent-accent"
          />
        </th>
        {shown.map((column) => {
          const sorted = sortColumn === column.field;
          const Arrow = sortDir === 'asc' ? ArrowUp : ArrowDown;
          const numeric = isNumeric(column);
          return (
            <th
              key={column.field}
              scope="col"
              aria-label={column.heading}
              aria-sort={sorted ? (sortDir === 'asc' ? 'ascending' : 'descending') : undefined}
              style={placeOf(column)}
              className={`relative h-9 border-b border-edge px-(--cell-px) text-xs font-medium text-ink-muted group-data-[fit=normal]/wide:whitespace-nowrap ${numeric ? 'number-head' : ''} ${pinnedClass(column)}`}
            >
              {column.sortable === false ? (
                <span>{column.heading}</span>
              ) : (
                <button
                  type="button"
                  onClick={() => sort(column.field)}
                  className={`inline-flex min-h-6 items-center gap-1 hover:text-ink ${sorted ? 'font-semibold text-ink' : ''} ${numeric ? 'text-right ltr:flex-row-reverse' : 'text-start'}`}
                >
                  {column.heading}
                  {sorted && <Arrow size={12} aria-hidden />}
                </button>
              )}
              <WidthHandle
                heading={column.heading}
                width={column.fixedWidth}
                onWidth={(width) => onWidth(column.field, width)}
              />
            </th>
          );
        })}
        <th scope="col" className={`h-9 w-11 border-b border-edge ${EDGE_CELL} end-0`}>
          <span className="sr-only">{t('table:actions_label')}</span>
        </th>
      </tr>
    </thead>
  );
}

type GridRowProps = GridProps & { readonly row: Row; readonly index: number };

function GridRow({ row, index, shown, table, address, selection, activeId, onActive, onOpen }: GridRowProps) {
  const { t } = useTranslation();
  const id = idOf(table, row);
  const active = id === activeId;
  const selected = selection.ids.has(id);
  const element = useRef<HTMLTableRowElement>(null);
  const inactive = table.inactive !== undefined && row[table.inactive.field] === table.inactive.value;
  useEffect(() => {
    if (active && !isInField(document.activeElement)) element.current?.focus();
  }, [active]);
  const press = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, [role=menu]')) return;
    if (event.ctrlKey || event.metaKey) onOpen(id, true);
    else {
      onActive(id);
      address.change({ panel: address.search.panel === id ? undefined : id });
    }
  };
  const lit = active || selected || address.search.panel === id;
  const background = lit ? 'bg-accent-soft' : inactive ? 'bg-danger' : 'bg-surface-1';
  return (
    // Keys of rows are registered shortcuts (arrows, Space, Enter); the click handler is for the mouse only.
    <tr
      ref={element}
      tabIndex={active || (activeId === undefined && index === 0) ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      onClick={press}
      onFocus={(event) => event.target === element.current && onActive(id)}
      className={`group h-(--row-height) -outline-offset-2 ${background} hover:bg-surface-2 ${inactive ? 'text-ink-muted' : ''}`}
    >
      <td className={`border-b border-edge ${SELECT_CELL}`}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('table:select_row')}
          checked={selected}
          onChange={() => selection.toggle(id)}
          className="size-4 align-middle accent-accent"
        />
      </td>
      {shown.map((column) => (
        <td
          key={column.field}
          style={placeOf(column)}
          className={`border-b border-edge px-(--cell-px) ${isNumeric(column) ? 'number-cell' : ''} ${pinnedClass(column)} ${column.main ? 'font-medium' : ''} whitespace-nowrap ${column.kind === 'text' || column.kind === 'reference' ? NAME_CELL : ''}`}
        >
          {column.main && table.path ? (
            <Link to={`${table.path}/${id}`} tabIndex={-1} className="hover:text-accent hover:underline">
              <Cell column={column} row={row} />
            </Link>
          ) : (
            <span>
              <Cell column={column} row={row} />
            </span>
          )}
        </td>
      ))}
      <td className={`border-b border-edge px-1.5 text-end ${EDGE_CELL} end-0`}>
        <RowMenu table={table} row={row} />
      </td>
    </tr>
  );
}

function Foot({ shown, table, page }: GridProps) {
  const { t } = useTranslation();
  // Drafts, and what was taken back.
  const leftOut = Number(page.footer?.['left_out'] ?? 0);
  return (
    <tfoot className="sticky bottom-0 z-20">
      <tr className="bg-surface-2 font-semibold">
        <td className={`border-t-2 border-edge ${SELECT_CELL}`} />
        {shown.map((column, index) => (
          <td
            key={column.field}
            style={placeOf(column)}
            className={`h-9 border-t-2 border-edge px-(--cell-px) ${isNumeric(column) ? 'number-cell' : ''} ${pinnedClass(column)}`}
          >
            {table.footer?.includes(column.field) ? (
              <Total column={column} value={page.footer?.[column.field]} />
            ) : index === 0 ? (
              <span>
                {t('table:total')}
                {leftOut > 0 && (
                  <span className="ms-2 font-normal text-ink-muted">{t('table:left_out', { count: leftOut })}</span>
                )}
              </span>
            ) : null}
          </td>
        ))}
        <td className={`border-t-2 border-edge ${EDGE_CELL} end-0`} />
      </tr>
    </tfoot>
  );
}
