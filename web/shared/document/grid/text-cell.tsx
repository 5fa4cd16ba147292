/** The active cell of amounts, quantities, dates and texts. At rest, typing replaces the value; F2 edits it. */
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isExpression, readAmount } from '../../typing/amount-expression.ts';
import { formatDecimal } from '../../typing/number-format.ts';
import { isUnread, placeName, sameValue, type Value } from '../model/draft.ts';
import { isNumeric, readField, readingOf, typedText } from '../model/reading.ts';
import { CellHint } from './cell-hint.tsx';
import { CELL_INPUT, type CellProps, placeOf } from './cell-props.ts';
import { isTable, readSpreadsheet } from './paste.ts';
import { boxOf, cellAlignment, useCellFocus, useCellKeys } from './use-cell-input.ts';

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

interface Typed {
  readonly text: string;
  /** What the line has of it; an unreadable text leaves what was there. */
  readonly stored: Value;
}

export function TextCell(props: CellProps & { readonly hint?: ReactNode }) {
  const { store, column, header, line, value, label, problem, look, takesFocus, onCommand, onPasteTable } = props;
  const [typing, setTyping] = useState<Typed>();
  const typed = typing?.text;
  const input = useRef<HTMLInputElement>(null);
  const { kind } = column;
  const rest = typedText(kind, value);
  // A scan counted on from the typed quantity: leaving the cell must not bring the typed one back.
  if (kind === 'quantity' && typing !== undefined && !sameValue(typing.stored, value)) setTyping(undefined);

  const commit = () => {
    if (typed === undefined) return;
    const read = readField(kind, typed, readingOf(column.field));
    store.edit({ do: 'set', at: placeOf(props), value: read, also: column.fills?.(read, header, line.fields) ?? {} });
    setTyping(undefined);
    setInText(false);
  };
  const before = useRef<Value>(null);
  /** What the line had with each text that was typed. */
  const had = useRef(new Map<string, Value>());
  const begin = () => {
    before.current = value ?? null;
    had.current.clear();
  };
  /** Numbers are stored while they are typed, so that totals follow each key. */
  const type = (text: string) => {
    if (typed === undefined) begin();
    const read = readField(kind, text, readingOf(column.field));
    const isReadable = isNumeric(kind) && !isUnread(read);
    // A text that comes back after a scan over it brings back what the line had, not the digits of the scan.
    const stored = isReadable ? read : (had.current.get(text) ?? value ?? null);
    had.current.set(text, stored);
    setTyping({ text, stored });
    if (isReadable || !sameValue(stored, value))
      store.edit({ do: 'set', at: placeOf(props), value: stored, typing: true });
  };
  const revert = () => {
    // The next key may come before the next frame.
    flushSync(() => {
      if (store.state.typing === placeName(placeOf(props))) store.edit({ do: 'undo' });
      // A scan came between: it is not undone with what was typed.
      else store.edit({ do: 'set', at: placeOf(props), value: before.current });
      setTyping(undefined);
    });
    input.current?.select();
  };
  const { inText, setInText, onKeyDown } = useCellKeys({
    input,
    isTyped: typed !== undefined,
    onRevert: revert,
    onCommand: (command) => {
      if (command === 'copy_above') setTyping(undefined);
      else commit();
      onCommand(command);
      return true;
    },
  });
  // The price arrives late after an item was chosen.
  useCellFocus(input, takesFocus, { rest, isAtRest: typed === undefined && !inText });
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const rows = readSpreadsheet(event.clipboardData.getData('text/plain'));
    if (!isTable(rows)) return;
    event.preventDefault();
    setTyping(undefined);
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
        data-typed={typed === undefined ? undefined : ''}
        title={problem}
        {...boxOf({ number: isNumeric(kind), day: kind === 'date' })}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          // The same text typed over itself is no change for the page, and yet something that Escape takes back.
          if (typed === undefined && isCharacter(event)) {
            begin();
            setTyping({ text: rest, stored: value ?? null });
          }
          onKeyDown(event);
        }}
        onPaste={onPaste}
        onDoubleClick={() => setInText(true)}
        className={`${CELL_INPUT} ${cellAlignment(isNumeric(kind))}`}
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
