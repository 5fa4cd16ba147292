/**
 * A plain model of the lines of a sale, and a player of random keys: what a person types is what the model has, the cursor
 * is where the model has it, and no line vanishes.
 */
import type { Page } from 'playwright-core';

/** A field of a line: how its text is read, and what is typed into it. */
export interface ModelColumn {
  readonly field: string;
  readonly isPicked: boolean;
  readonly texts: readonly string[];
}

export interface ModelItem {
  readonly name: string;
  readonly barcode: string;
  readonly prices: Readonly<Record<string, string>>;
}

/** Typed text → item; empty for the first of the list. */
export type Items = ReadonlyMap<string, ModelItem>;

type Values = Readonly<Record<string, string>>;
interface ModelLine {
  readonly key: number;
  readonly values: Values;
}
interface Cell {
  readonly key: number;
  readonly field: string;
}
interface Step {
  readonly lines: readonly ModelLine[];
  readonly from: Cell | undefined;
  readonly to: Cell | undefined;
}

export type Action =
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'scan'; readonly code: string }
  | { readonly do: 'key'; readonly key: (typeof KEYS)[number] }
  | { readonly do: 'wait' };

export const KEYS = [
  ...(['Enter', 'Tab', 'Shift+Tab', 'Shift+Enter', 'Up', 'Down', 'Escape', 'F4'] as const),
  ...(['Undo', 'Redo', 'Remove', 'Clear'] as const),
] as const;

const BLANK: Values = { quantity: '1' };
const UNIT = 'Piece';

export class GridModel {
  readonly #columns: readonly ModelColumn[];
  readonly #items: Items;
  lines: readonly ModelLine[] = [{ key: 1, values: BLANK }];
  cursor: Cell;
  /** What is typed into the cell of the cursor and not stored; `isOpen` without a text: a list that is only looked at. */
  typed: { readonly text: string; readonly isLookedAt: boolean; readonly before: string } | undefined;
  #past: readonly Step[] = [];
  #future: readonly Step[] = [];
  #nextKey = 2;
  #typing: string | undefined;
  /** An item was taken and nothing was waited for since, so its record may be on its way. */
  #isAwaited = false;

  constructor(columns: readonly ModelColumn[], items: Items) {
    this.#columns = columns;
    this.#items = items;
    this.cursor = { key: 1, field: columns[0]?.field ?? '' };
  }

  copy(): GridModel {
    const copy = new GridModel(this.#columns, this.#items);
    Object.assign(copy, { lines: this.lines, cursor: this.cursor, typed: this.typed });
    copy.#past = this.#past;
    copy.#future = this.#future;
    copy.#nextKey = this.#nextKey;
    copy.#typing = this.#typing;
    copy.#isAwaited = this.#isAwaited;
    return copy;
  }

  /** Every answer has come. */
  settle(): void {
    this.#isAwaited = false;
  }

  get row(): number {
    return this.lines.findIndex(({ key }) => key === this.cursor.key);
  }

  get column(): ModelColumn {
    return this.#columns.find(({ field }) => field === this.cursor.field) as ModelColumn;
  }

  valueAt({ key, field }: Cell): string {
    return this.lines.find((line) => line.key === key)?.values[field] ?? '';
  }

  /** False when it would lead out of the grid, or when a person would not do it here. */
  play(action: Action): boolean {
    if (action.do === 'wait' || action.do === 'scan') this.settle();
    if (action.do === 'wait') return this.typed !== undefined && this.cursor.field === 'item_fk';
    if (action.do === 'type') return this.#type(action.text);
    if (action.do === 'scan') return this.#scan(action.code);
    return this.#press(action.key);
  }

  #press(key: (typeof KEYS)[number]): boolean {
    const isOpen = this.column.isPicked && this.typed !== undefined;
    switch (key) {
      case 'F4':
        if (!this.column.isPicked) return false;
        this.typed = { text: '', isLookedAt: true, before: '' };
        return true;
      case 'Clear':
        if ((this.typed?.text ?? this.valueAt(this.cursor)) === '') return false;
        // What is left of an item, or of a unit, that is cleared depends on the speed of the record.
        if (this.column.isPicked && this.#isAwaited) return false;
        return this.#type('', true);
      case 'Escape':
        if (this.typed === undefined) return false;
        this.#revert();
        return true;
      case 'Undo':
        if (this.typed !== undefined) this.#revert();
        else this.#undo();
        return true;
      case 'Up':
      case 'Down':
        if (isOpen) return false;
        this.#leave(false);
        this.#toRow(this.row + (key === 'Up' ? -1 : 1), this.cursor.field);
        return true;
      case 'Redo':
        this.#leave(false);
        this.#redo();
        return true;
      case 'Remove':
        this.#leave(false);
        this.#remove();
        return true;
      case 'Enter': {
        const chooses = isOpen && (this.typed?.text !== '' || this.typed.isLookedAt);
        this.#leave(true);
        return chooses ? this.#next() : this.#nextLine();
      }
      case 'Tab':
        this.#leave(false);
        return this.#next();
      case 'Shift+Tab':
        this.#leave(false);
        return this.#previous();
      case 'Shift+Enter':
        this.#leave(false);
        this.#toRow(this.row - 1, this.cursor.field);
        return true;
    }
  }

  #type(text: string, isClearing = false): boolean {
    const { typed, column, cursor } = this;
    if (!isClearing && typed !== undefined && typed.text !== '') return false;
    if (!isClearing && column.isPicked && this.#isNamed(text)) return false;
    const before = typed && !typed.isLookedAt ? typed.before : this.valueAt(cursor);
    this.typed = { text, isLookedAt: false, before };
    if (column.isPicked) return true;
    const parts = isClearing ? [''] : [...text].map((_, at) => text.slice(0, at + 1));
    for (const part of parts) if (isReadable(part)) this.#set(cursor, { [cursor.field]: part }, true);
    return true;
  }

  /** A text that names what the cell has already: whether that is a step depends on the speed of the list. */
  #isNamed(text: string): boolean {
    const value = this.valueAt(this.cursor);
    if (this.cursor.field === 'item_fk') return this.#items.get(text)?.name === value;
    return value.toLowerCase().startsWith(text);
  }

  #leave(chooses: boolean): void {
    const { typed, column, cursor } = this;
    this.typed = undefined;
    if (typed === undefined) return;
    const { text, isLookedAt } = typed;
    if (!column.isPicked) {
      this.#set(cursor, { [cursor.field]: text });
      this.#typing = undefined;
    } else if (text === '') {
      if (isLookedAt && chooses && this.valueAt(cursor) === '') this.#take('');
      else if (!isLookedAt) this.#set(cursor, { [cursor.field]: '' });
    } else this.#take(text);
  }

  #take(text: string): void {
    const { cursor } = this;
    if (cursor.field === 'item_fk') {
      const item = this.#items.get(text) as ModelItem;
      this.#isAwaited = true;
      this.#set(cursor, { item_fk: item.name, unit_fk: UNIT, price: item.prices[UNIT] ?? '' });
      return;
    }
    const of = this.#itemOf(cursor.key);
    const unit = of && Object.keys(of.prices).find((name) => name.toLowerCase().startsWith(text));
    if (of && unit) this.#set(cursor, { unit_fk: unit, price: of.prices[unit] ?? '' });
    else if (text !== '') this.#set(cursor, { unit_fk: text });
  }

  #itemOf(key: number): ModelItem | undefined {
    const name = this.valueAt({ key, field: 'item_fk' });
    return [...this.#items.values()].find((item) => item.name === name);
  }

  #set(at: Cell, values: Values, isTyping = false): void {
    const place = `${at.key}:${at.field}`;
    const lines = this.lines.map((line) =>
      line.key === at.key ? { ...line, values: { ...line.values, ...values } } : line,
    );
    if (isSame(lines, this.lines)) {
      if (!isTyping) this.#typing = undefined;
      return;
    }
    const before = this.#past.at(-1);
    if (this.#typing !== place) this.#step(lines, at, at);
    else if (before && isSame(lines, before.lines)) {
      // Typed back to what was there before: nothing is left of the step.
      this.#back();
      this.#future = [];
      return;
    } else this.lines = lines;
    this.#typing = isTyping ? place : undefined;
  }

  #step(lines: readonly ModelLine[], from: Cell | undefined, to: Cell | undefined): void {
    this.#past = [...this.#past, { lines: this.lines, from, to }];
    this.#future = [];
    this.lines = lines;
    this.#typing = undefined;
  }

  #revert(): void {
    const { typed, column, cursor } = this;
    this.typed = undefined;
    if (!typed || column.isPicked) return;
    if (this.#typing === `${cursor.key}:${cursor.field}`) this.#back();
    else this.#set(cursor, { [cursor.field]: typed.before });
  }

  #back(): Step | undefined {
    const last = this.#past.at(-1);
    if (!last) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [{ ...last, lines: this.lines }, ...this.#future];
    this.lines = last.lines;
    this.#typing = undefined;
    return last;
  }

  #undo(): void {
    const before = this.lines;
    const last = this.#back();
    if (last) this.#returnTo(last.from ?? this.cursor, before);
  }

  #redo(): void {
    const [next, ...future] = this.#future;
    if (!next) return;
    const before = this.lines;
    this.#past = [...this.#past, { ...next, lines: this.lines }];
    this.#future = future;
    this.#isAwaited = true;
    this.lines = next.lines;
    this.#typing = undefined;
    this.#returnTo(next.to ?? this.cursor, before);
  }

  #returnTo({ key, field }: Cell, before: readonly ModelLine[]): void {
    const isThere = this.lines.some((line) => line.key === key);
    const row = (isThere ? this.lines : before).findIndex((line) => line.key === key);
    this.#toRow(row, field);
  }

  #remove(): void {
    const { row, cursor } = this;
    const kept = this.lines.filter(({ key }) => key !== cursor.key);
    const lines = kept.length > 0 ? kept : [{ key: this.#nextKey++, values: BLANK }];
    this.#step(lines, cursor, cursor);
    this.#toRow(row, cursor.field);
  }

  #toRow(row: number, field: string): void {
    const line = this.lines[Math.min(Math.max(row, 0), this.lines.length - 1)];
    if (line) this.cursor = { key: line.key, field };
  }

  #next(): boolean {
    const next = this.#columns[this.#columns.indexOf(this.column) + 1];
    if (!next) return this.#nextLine();
    this.cursor = { key: this.cursor.key, field: next.field };
    return true;
  }

  #previous(): boolean {
    const at = this.#columns.indexOf(this.column);
    const previous = this.#columns[at - 1];
    if (!previous && this.row === 0) return false;
    if (previous) this.cursor = { key: this.cursor.key, field: previous.field };
    else this.#toRow(this.row - 1, this.#columns.at(-1)?.field ?? '');
    return true;
  }

  #nextLine(): boolean {
    const first = this.#columns[0]?.field ?? '';
    if (this.row + 1 < this.lines.length) {
      this.#toRow(this.row + 1, first);
      return true;
    }
    const last = this.lines.at(-1);
    if (!last || isBlank(last)) return false;
    const from = this.cursor;
    const key = this.#nextKey++;
    this.#step([...this.lines, { key, values: BLANK }], from, { key, field: first });
    this.cursor = { key, field: first };
    return true;
  }

  #scan(code: string): boolean {
    const item = [...this.#items.values()].find(({ barcode }) => barcode === code);
    if (!item) return false;
    if (this.typed?.isLookedAt || (this.column.isPicked && this.typed?.text === '')) this.typed = undefined;
    const same = this.lines.find(({ values }) => values['item_fk'] === item.name && values['unit_fk'] === UNIT);
    const empty = this.lines.find(isBlank);
    const scanned = { ...BLANK, item_fk: item.name, unit_fk: UNIT, price: item.prices[UNIT] ?? '' };
    const change = (of: ModelLine, values: Values) =>
      this.lines.map((line) => (line === of ? { ...line, values: { ...line.values, ...values } } : line));
    // What was typed into the quantity is stored already, and the scan counts on from it.
    if (same?.key === this.cursor.key && this.cursor.field === 'quantity') this.typed = undefined;
    if (same) {
      const quantity = /^\d+$/.test(same.values['quantity'] ?? '') ? Number(same.values['quantity']) : 0;
      this.#step(change(same, { quantity: String(quantity + 1) }), undefined, undefined);
    } else if (empty) this.#step(change(empty, scanned), undefined, undefined);
    else this.#step([...this.lines, { key: this.#nextKey++, values: scanned }], undefined, undefined);
    return true;
  }
}

const shown = ({ key, values }: ModelLine) => [
  key,
  Object.entries(values)
    .filter(([, text]) => text !== '')
    .toSorted(),
];

const isSame = (some: readonly ModelLine[], others: readonly ModelLine[]): boolean =>
  JSON.stringify(some.map(shown)) === JSON.stringify(others.map(shown));

const isBlank = (line: ModelLine): boolean =>
  JSON.stringify(shown({ key: 0, values: line.values })) === JSON.stringify(shown({ key: 0, values: BLANK }));

const isReadable = (text: string): boolean => /^\d*%?$/.test(text);

/** Prepares a page for `play`: counts its requests, so that an answer can be waited for. */
export async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fetch } = window;
    const player = { waiting: 0 };
    Object.assign(window, { player });
    window.fetch = async (...asked) => {
      player.waiting += 1;
      try {
        const answer = await fetch(...asked);
        // The page reads the body too.
        await answer.clone().text();
        return answer;
      } finally {
        setTimeout(() => {
          player.waiting -= 1;
        }, 30);
      }
    };
  });
}

/** Presses the keys in the page, without a pause, and tells the cursor after each action. */
export const play = (page: Page, actions: readonly Action[]) => page.evaluate(playInPage, actions);

async function playInPage(actions: readonly Action[]) {
  const { player } = window as unknown as { player: { waiting: number } };
  const pace = (ms: number) => Object.assign(window, { keyPauseMs: ms });
  /** A task of its own, so that React has rendered. */
  const turn = () =>
    new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        done();
      };
      port2.postMessage(0);
    });
  const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
  const idle = async () => {
    for (let quiet = 0; quiet < 3; quiet = player.waiting === 0 ? quiet + 1 : 0) await sleep(5);
  };
  const down = (init: KeyboardEventInit) => {
    const target = document.activeElement ?? document.body;
    return target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  };
  const character = async (key: string) => {
    const code = /\d/.test(key) ? `Digit${key}` : /[a-z]/.test(key) ? `Key${key.toUpperCase()}` : 'Minus';
    if (down({ key, code })) document.execCommand('insertText', false, key);
    await turn();
  };
  const CHORDS: Record<string, KeyboardEventInit> = {
    Enter: { key: 'Enter', code: 'Enter' },
    Tab: { key: 'Tab', code: 'Tab' },
    'Shift+Tab': { key: 'Tab', code: 'Tab', shiftKey: true },
    'Shift+Enter': { key: 'Enter', code: 'Enter', shiftKey: true },
    Up: { key: 'ArrowUp', code: 'ArrowUp' },
    Down: { key: 'ArrowDown', code: 'ArrowDown' },
    Escape: { key: 'Escape', code: 'Escape' },
    F4: { key: 'F4', code: 'F4' },
    Undo: { key: 'z', code: 'KeyZ', ctrlKey: true },
    Redo: { key: 'z', code: 'KeyZ', ctrlKey: true, shiftKey: true },
    Remove: { key: 'Delete', code: 'Delete', ctrlKey: true },
  };
  const cursor = () => {
    const cell = document.activeElement?.closest('[data-place]');
    const row = cell?.closest('[data-index]')?.getAttribute('data-index');
    const place = cell?.getAttribute('data-place')?.split(':') ?? [];
    return cell ? `${row}:${place[2]}` : (document.activeElement?.tagName ?? 'nowhere');
  };
  const cursors: string[] = [];
  for (const action of actions) {
    if (action.do === 'type') for (const key of action.text) await character(key);
    else if (action.do === 'wait') {
      await sleep(170);
      await idle();
    } else if (action.do === 'scan') {
      // A person who takes the scanner is slower than the record of an item.
      await idle();
      pace(8);
      // Nobody scans within the pause after a key.
      down({ key: 'Shift', code: 'ShiftLeft' });
      pace(300);
      for (const key of action.code) {
        await character(key);
        pace(8);
      }
      down({ key: 'Enter', code: 'Enter' });
      pace(120);
      await turn();
      await idle();
    } else if (action.key === 'Clear') {
      (document.activeElement as HTMLInputElement).select();
      document.execCommand('delete');
      await turn();
    } else {
      down(CHORDS[action.key] ?? {});
      await turn();
    }
    cursors.push(cursor());
  }
  await idle();
  return { cursors };
}

/** The texts of the lines. */
export const linesIn = (page: Page, fields: readonly string[]) => page.evaluate(readLines, fields);

function readLines(fields: readonly string[]): Record<string, string>[] {
  const text = (cell: Element | null) => {
    const input = cell?.querySelector('input');
    return (input ? input.value : (cell?.textContent ?? '')).replace(/[\u2066-\u2069\u200e\u200f,]/g, '').trim();
  };
  const rows = [...document.querySelectorAll('[role=grid] [data-index]')];
  return rows.map((row) =>
    Object.fromEntries(fields.map((field) => [field, text(row.querySelector(`[data-place$=":${field}"]`))])),
  );
}

/** A number below `below`, from a seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
