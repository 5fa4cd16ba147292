/**
 * The lines of a document as one tab stop: only the active cell is an input, all others are text, so that many lines do
 * not slow down typing.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../controls/button.tsx';
import { isTablet, useNarrow } from '../../controls/narrow.ts';
import { useLineFormat } from '../model/amount-format.ts';
import { placeName } from '../model/draft.ts';
import { GridHead } from './grid-head.tsx';
import { type Active, firstField, type GridProps, shownActive } from './grid-props.ts';
import { GridRow } from './grid-row.tsx';
import { useGridCommands } from './use-grid-commands.ts';
import { columnWidth, gridWidths } from './widths.ts';

/** With more lines only the visible ones are rendered. */
const VIRTUAL_FROM = 100;
const ROW_PX = 32;
/** Until a card is measured. */
const CARD_PX = 170;

export function DocumentGrid(props: GridProps) {
  const { store, declaration, table, columns, lines, look, readOnly, label, focus, problems } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { template, least } = gridWidths(['36px', ...columns.map(columnWidth), ...(readOnly ? [] : ['36px'])]);
  const isNarrow = useIsNarrow(scroller, least);
  const { active, activate, takesFocus } = useActiveCell(props, scroller);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? CARD_PX : ROW_PX),
    overscan: 12,
    enabled: lines.length > VIRTUAL_FROM,
  });
  const reach = (row: number) => {
    if (lines.length > VIRTUAL_FROM) virtual.scrollToIndex(row, { align: 'auto' });
  };
  const show = useCallback(
    (key: number, field: string) => {
      activate({ key, field });
      const row = store.state.draft[table].findIndex((line) => line.key === key);
      virtual.scrollToIndex(Math.max(row, 0));
    },
    [activate, store, table, virtual],
  );
  useEffect(() => {
    if (focus) focus.current = show;
  }, [focus, show]);

  const { onCommand, addLine, onRemove, onPasteTable } = useGridCommands({
    ...props,
    active,
    activate,
    reach,
    scroller,
  });
  const lookOf = useLineFormat(columns, look);
  const items = lines.length > VIRTUAL_FROM ? virtual.getVirtualItems() : undefined;
  const shown = items
    ? items.flatMap(({ index }) => lines.slice(index, index + 1).map((line) => ({ line, index })))
    : lines.map((line, index) => ({ line, index }));
  const activeProblem = problems.get(placeName({ table, key: active.key, field: active.field }));
  return (
    <div className="flex min-h-0 flex-col">
      <div ref={scroller} className="min-h-0 overflow-auto [scroll-padding-block:40px]">
        <div
          role="grid"
          aria-label={t(label)}
          aria-rowcount={lines.length + 1}
          aria-colcount={columns.length + 1}
          aria-readonly={readOnly || undefined}
          data-cards={isNarrow || undefined}
          className="group/grid"
          style={isNarrow ? undefined : { minWidth: least }}
        >
          {!isNarrow && <GridHead {...{ columns, template, readOnly }} />}
          <div role="rowgroup">
            {items && <div role="presentation" style={{ height: items[0]?.start ?? 0 }} />}
            {shown.map(({ line, index }) => (
              <GridRow
                key={line.key}
                {...props}
                {...{ line, index, template, takesFocus, onPasteTable, isNarrow }}
                look={lookOf(line.fields)}
                rowRef={isNarrow && items ? virtual.measureElement : undefined}
                activeField={line.key === active.key ? active.field : undefined}
                onActivate={activate}
                onCommand={onCommand}
                onRemove={onRemove}
              />
            ))}
            {items && <div role="presentation" style={{ height: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }} />}
          </div>
        </div>
      </div>
      {isNarrow && !readOnly && !declaration.fixedLines && (
        <div className="px-2 pt-1">
          <Button look="quiet" icon={Plus} onClick={addLine}>
            {t('document:add_line')}
          </Button>
        </div>
      )}
      <p role="status" className="px-3 text-xs text-danger-ink empty:hidden">
        {takesFocus > 0 && activeProblem}
      </p>
    </div>
  );
}

/** Lines are cards in a narrow window, and on a tablet where the columns do not fit beside an open menu and open details. */
function useIsNarrow(scroller: RefObject<HTMLDivElement | null>, least: number): boolean {
  const hasNarrowWindow = useNarrow();
  const [isCramped, setCramped] = useState(false);
  useLayoutEffect(() => {
    // A scroll bar of the lines changes their width, that of the element around them is the same for rows and cards.
    const place = scroller.current?.parentElement;
    if (!place) return;
    const measure = () => setCramped(isTablet() && place.clientWidth > 0 && place.clientWidth < least);
    const sizes = new ResizeObserver(measure);
    sizes.observe(place);
    measure();
    return () => sizes.disconnect();
  }, [scroller, least]);
  return hasNarrowWindow || isCramped;
}

/** The active cell, and whether it takes the focus: only after the grid has had the focus. */
function useActiveCell(props: GridProps, scroller: RefObject<HTMLDivElement | null>) {
  const { store, table, columns, lines } = props;
  const [chosen, setChosen] = useState({ key: lines[0]?.key ?? 0, field: firstField(columns), row: 0 });
  const [takesFocus, setTakesFocus] = useState(0);
  const requests = useRef(0);
  const activate = useCallback(
    (next: Active) => {
      requests.current += 1;
      setTakesFocus(requests.current);
      setChosen({ ...next, row: store.state.draft[table].findIndex(({ key }) => key === next.key) });
    },
    [store, table],
  );
  // Another element of the page may have the focus: the grid takes it only while the focus is inside.
  useEffect(() => {
    const grid = scroller.current;
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !grid?.contains(event.relatedTarget)) setTakesFocus(0);
    };
    const enter = () => setTakesFocus((now) => (now > 0 ? now : ++requests.current));
    grid?.addEventListener('focusout', leave);
    grid?.addEventListener('focusin', enter);
    return () => {
      grid?.removeEventListener('focusout', leave);
      grid?.removeEventListener('focusin', enter);
    };
  }, [scroller]);
  return { active: shownActive(chosen, chosen.row, props), activate, takesFocus };
}
