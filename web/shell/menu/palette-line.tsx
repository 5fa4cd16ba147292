/**
 * The field of the palette with its lines in groups. One line is chosen: arrows move the choice and wrap around, Enter
 * or a click runs it. The focus stays in the field, which names the chosen line to screen readers.
 */
import { CornerDownLeft } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';

interface Choice {
  /** The value of a line; a line that is not shown any more is replaced by the first one. */
  readonly chosen: string;
  readonly choose: (value: string) => void;
}

const NOTHING_CHOSEN: Choice = { chosen: '', choose: () => undefined };
const ChoiceContext = createContext<Choice>(NOTHING_CHOSEN);

interface LinesProps extends Choice {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Shown without any line. */
  readonly nothing: string;
  readonly children: ReactNode;
}

export function Lines({ label, placeholder, query, onQuery, nothing, chosen, choose, children }: LinesProps) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useChoice(list, query, { chosen, choose });
  const onKeyDown = (event: KeyboardEvent) => {
    const lines = linesIn(list);
    const at = lines.findIndex(({ dataset }) => dataset['value'] === chosen);
    const to = placeAfter(event.key, at, lines.length);
    if (event.nativeEvent.isComposing || lines.length === 0) return;
    if (event.key === 'Enter') lines[at]?.click();
    else if (to === undefined) return;
    else choose(lines[to]?.dataset['value'] ?? '');
    event.preventDefault();
  };
  return (
    <ChoiceContext value={{ chosen, choose }}>
      <input
        data-autofocus
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-label={label}
        aria-controls={id}
        aria-activedescendant={chosen === '' ? undefined : idOfLine(chosen)}
        autoComplete="off"
        spellCheck={false}
        value={query}
        placeholder={placeholder}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={onKeyDown}
        className="h-12 w-full border-b border-edge bg-transparent px-4 text-base outline-none"
      />
      <div className="max-h-[52vh] overflow-y-auto p-2">
        <div ref={list} id={id} role="listbox" aria-label={label} className="peer">
          {children}
        </div>
        <p className="hidden p-6 text-center text-ink-muted peer-empty:block">{nothing}</p>
      </div>
    </ChoiceContext>
  );
}

const linesIn = (list: RefObject<HTMLDivElement | null>): readonly HTMLElement[] => [
  ...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? []),
];

const idOfLine = (value: string): string => `palette-${encodeURIComponent(value)}`;

/** Undefined for a key that does not move the choice. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + count) % count;
  return undefined;
}

/** Another text chooses the first line; so does the end of the chosen one. */
function useChoice(list: RefObject<HTMLDivElement | null>, query: string, { chosen, choose }: Choice): void {
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    const values = linesIn(list).map(({ dataset }) => dataset['value'] ?? '');
    const [first = ''] = values;
    const isOther = before.current !== query;
    before.current = query;
    if (chosen !== first && (isOther || !values.includes(chosen))) choose(first);
  });
  useEffect(() => {
    const line = linesIn(list).find(({ dataset }) => dataset['value'] === chosen);
    line?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);
}

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={heading} className="mb-1">
      <div aria-hidden className="px-2 py-1 text-xs font-medium text-ink-muted">
        {heading}
      </div>
      {children}
    </div>
  );
}

interface LineProps {
  /** Unique in the palette. */
  readonly value: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function Line({ value, onSelect, children }: LineProps) {
  const { chosen, choose } = use(ChoiceContext);
  const isChosen = value === chosen;
  return (
    <button
      type="button"
      role="option"
      id={idOfLine(value)}
      data-value={value}
      data-selected={isChosen}
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onSelect}
      onPointerMove={() => {
        if (!isChosen) choose(value);
      }}
      className="group flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-start data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
    >
      {children}
      <CornerDownLeft size={13} aria-hidden className="mirror hidden text-ink-muted group-data-[selected=true]:block" />
    </button>
  );
}
