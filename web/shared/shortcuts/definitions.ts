/**
 * Every shortcut of the web application, for the handler, the `?` sheet, the tooltips and the palette. Keys are
 * physical positions (`event.code`), so they work with a Kurdish keyboard layout.
 */
export interface ShortcutDefinition {
  /** `Ctrl+KeyK`, `Shift+Slash`, `KeyN`; Ctrl also matches Command. Several keys are alternatives. */
  readonly keys: readonly string[];
  readonly group: ShortcutGroup;
  /** Also active while the focus is in a field. */
  readonly inFields?: boolean;
  /** Listed in the palette as an action of the screen. */
  readonly action?: boolean;
}

export const SHORTCUT_GROUPS = ['anywhere', 'table', 'form', 'document', 'till', 'payment'] as const;
export type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

/** The label of an entry is `shell:shortcuts.<name>`. */
export const SHORTCUTS = {
  palette: { keys: ['Ctrl+KeyK'], group: 'anywhere', inFields: true },
  help: { keys: ['Shift+Slash'], group: 'anywhere' },
  menu: { keys: ['Ctrl+KeyB'], group: 'anywhere', inFields: true },
  table_search: { keys: ['Slash'], group: 'table', action: true },
  table_filter: { keys: ['KeyF'], group: 'table', action: true },
  table_new: { keys: ['KeyN'], group: 'table', action: true },
  table_down: { keys: ['ArrowDown', 'KeyJ'], group: 'table' },
  table_up: { keys: ['ArrowUp', 'KeyK'], group: 'table' },
  table_select: { keys: ['Space'], group: 'table' },
  table_panel: { keys: ['KeyO'], group: 'table' },
  table_open: { keys: ['Enter'], group: 'table' },
  table_print: { keys: ['Ctrl+KeyP'], group: 'table', action: true },
  import_next_problem: { keys: ['F8'], group: 'table', inFields: true },
  form_save: { keys: ['Ctrl+KeyS'], group: 'form', inFields: true, action: true },
  form_save_new: { keys: ['Ctrl+Enter'], group: 'form', inFields: true, action: true },
  form_lookup: { keys: ['F4', 'Alt+ArrowDown'], group: 'form', inFields: true },
  // The lines of a document handle these keys themselves (`document/grid/navigation.ts`).
  document_complete: { keys: ['Ctrl+Enter'], group: 'document', inFields: true },
  document_next_cell: { keys: ['Tab'], group: 'document', inFields: true },
  document_next_line: { keys: ['Enter'], group: 'document', inFields: true },
  document_look_up: { keys: ['F4', 'Alt+ArrowDown'], group: 'document', inFields: true },
  document_edit_text: { keys: ['F2'], group: 'document', inFields: true },
  document_copy_above: { keys: ['Ctrl+KeyD'], group: 'document', inFields: true },
  document_remove_line: { keys: ['Ctrl+Delete'], group: 'document', inFields: true },
  document_undo: { keys: ['Ctrl+KeyZ'], group: 'document', inFields: true },
  document_redo: { keys: ['Ctrl+KeyY', 'Ctrl+Shift+KeyZ'], group: 'document', inFields: true },
  till_page_sell: { keys: ['Alt+Digit1'], group: 'till', inFields: true },
  till_page_held: { keys: ['Alt+Digit2'], group: 'till', inFields: true },
  till_page_receipts: { keys: ['Alt+Digit3'], group: 'till', inFields: true },
  till_page_drawer: { keys: ['Alt+Digit4'], group: 'till', inFields: true },
  till_page_device: { keys: ['Alt+Digit5'], group: 'till', inFields: true },
  till_customer: { keys: ['F2'], group: 'till', inFields: true },
  till_search: { keys: ['F3'], group: 'till', inFields: true },
  till_quantity: { keys: ['F4'], group: 'till', inFields: true },
  till_discount: { keys: ['F6'], group: 'till', inFields: true },
  till_price: { keys: ['F7'], group: 'till', inFields: true },
  till_batch: { keys: ['Ctrl+KeyB'], group: 'till', inFields: true },
  till_park: { keys: ['F8'], group: 'till', inFields: true },
  till_pay: { keys: ['F9'], group: 'till', inFields: true },
  till_exact: { keys: ['F10'], group: 'payment', inFields: true },
  till_app: { keys: ['F7'], group: 'payment', inFields: true },
  till_credit: { keys: ['F8'], group: 'payment', inFields: true },
  till_lock: { keys: ['Ctrl+KeyL'], group: 'till', inFields: true },
  till_print: { keys: ['Ctrl+KeyP'], group: 'till', inFields: true },
  till_back: { keys: ['Escape'], group: 'till' },
  till_remove: { keys: ['Delete'], group: 'till' },
  till_more: { keys: ['NumpadAdd', 'Shift+Equal'], group: 'till' },
  till_less: { keys: ['NumpadSubtract', 'Minus'], group: 'till' },
  till_down: { keys: ['ArrowDown'], group: 'till' },
  till_up: { keys: ['ArrowUp'], group: 'till' },
} as const satisfies Record<string, ShortcutDefinition>;

export type ShortcutName = keyof typeof SHORTCUTS;

export function definitionOf(name: ShortcutName): ShortcutDefinition {
  return SHORTCUTS[name];
}

/** The position of a key by `event.code`. Enter of the number pad counts as Enter. */
export const placeOf = (code: string): string => (code === 'NumpadEnter' ? 'Enter' : code);

/** True when the event is exactly this combination. */
export function matchesKeys(
  keys: string,
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const parts = keys.split('+');
  const code = parts.at(-1);
  return (
    placeOf(event.code) === code &&
    (event.ctrlKey || event.metaKey) === parts.includes('Ctrl') &&
    event.altKey === parts.includes('Alt') &&
    event.shiftKey === parts.includes('Shift')
  );
}

const CAPS: Readonly<Record<string, string>> = {
  Slash: '/',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  NumpadAdd: '+',
  NumpadSubtract: '−',
  Minus: '−',
  Equal: '+',
  Delete: 'Del',
};

/** The key caps: `["Ctrl", "K"]`; `Shift+Slash` is the cap `?`. */
export function keyCaps(keys: string): string[] {
  if (keys === 'Shift+Slash') return ['?'];
  return keys.split('+').map((part) => CAPS[part] ?? part.replace(/^Key|^Digit/, ''));
}
