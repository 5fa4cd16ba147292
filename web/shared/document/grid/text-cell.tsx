/** The active cell of amounts, quantities, dates and texts. At rest, typing replaces the value; F2 edits it. */
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isExpression, readAmount } from '../../typing/amount-expression.ts';
import { localToday } from '../../typing/date-words.ts';
import { formatDecimal } from '../../typing/number-format.ts';
import { isUnread, placeName } from '../model/draft.ts';
import { isNumeric, readField, typedText } from '../model/reading.ts';
import { CellHint } from './cell-hint.tsx';
import { CELL_INPUT, type CellProps, placeOf, pressOf, readingDirection } from './cell-props.ts';
import { commandOf } from './navigation.ts';
import { isTable, readSpreadsheet } from './paste.ts';

export function TextCell(props: CellProps & { readonly hint?: ReactNode }) {
  const { store, column, header, line, value, label, problem, look, takesFocus, onCommand, onPasteTable } = props;
  const [typed, setTyped] = useState<string>();
  const [inText, setInText] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { kind } = column;
  const rest = typedText(kind, value);

  useLayoutEffect(() => {
    if (takesFocus === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [takesFocus]);
  // What came late (the price of an item that was just chosen) is replaced by the next key as anything at rest is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the value at rest is another one.
  useLayoutEffect(() => {
    if (typed === undefined && !inText && input.current === document.activeElement) input.current?.select();
  }, [rest]);

  const commit = () => {
    if (typed === undefined) return;
    const read = readField(kind, typed, { today: localToday() });
    store.edit({ do: 'set', at: placeOf(props), value: read, also: column.fills?.(read, header, line.fields) ?? {} });
    setTyped(undefined);
    setInText(false);
  };
  /** Numbers count while they are typed: the totals follow the keys. */
  const type = (text: string) => {
    setTyped(text);
    const read = readField(kind, text, { today: localToday() });
    if (isNumeric(kind) && !isUnread(read)) store.edit({ do: 'set', at: placeOf(props), value: read, typing: true });
  };
  const revert = () => {
    if (store.state.typing === placeName(placeOf(props))) store.edit({ do: 'undo' });
    setTyped(undefined);
    setInText(false);
    requestAnimationFrame(() => input.current?.select());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const command = commandOf(pressOf(event), { direction: readingDirection(), editing: inText });
    if (command === undefined || command === 'look_up') return;
    if (typed !== undefined && (command === 'leave' || command === 'undo')) {
      event.preventDefault();
      revert();
      return;
    }
    event.preventDefault();
    if (command === 'edit_text') {
      setInText(true);
      input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
      return;
    }
    if (command !== 'copy_above') commit();
    onCommand(command);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const rows = readSpreadsheet(event.clipboardData.getData('text/plain'));
    if (!isTable(rows)) return;
    event.preventDefault();
    setTyped(undefined);
    onPasteTable(rows);
  };
  const preview = typed !== undefined && isNumeric(kind) && isExpression(typed) ? readAmount(typed, 4) : undefined;

  return (
    <span className="relative block h-full">
      <input
        ref={input}
        value={typed ?? rest}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        title={problem}
        autoComplete="off"
        inputMode={isNumeric(kind) ? 'decimal' : undefined}
        dir={isNumeric(kind) || kind === 'date' ? 'ltr' : 'auto'}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onDoubleClick={() => setInText(true)}
        className={`${CELL_INPUT} ${isNumeric(kind) ? 'numeric text-right rtl:text-left' : 'rtl:text-right'}`}
      />
      {props.hint && takesFocus > 0 && <CellHint anchor={input}>{props.hint}</CellHint>}
      {preview?.ok && (
        <span className="numeric pointer-events-none absolute start-1 top-1/2 -translate-y-1/2 rounded-sm bg-accent-soft px-1.5 text-xs text-accent-strong">
          = {formatDecimal(preview.value, look)}
        </span>
      )}
    </span>
  );
}
