/**
 * The scrolled region of a table that may be wider than its place. A column is either wholly in view or blank, so that
 * no figure is cut; buttons at the heads show where further columns are.
 */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../language/preferences.ts';
import { shapeDigits } from '../typing/digits.ts';
import { fitColumns, hidingRule, scrollColumns, type WholeColumns, wholeColumns } from './whole-columns.ts';

const NONE: WholeColumns = { cut: [], before: 0, after: 0, start: 0, end: 0 };

interface WideTableProps {
  /** The name of the region, when the keyboard reaches nothing in it. */
  readonly label?: string;
  readonly className?: string;
  /** The table. */
  readonly children: ReactNode;
}

export function WideTable({ label, className = '', children }: WideTableProps) {
  const region = useRef<HTMLDivElement>(null);
  const id = useId();
  const columns = useWholeColumns(region, id);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={region}
        data-columns={id}
        style={{ scrollPaddingInlineStart: columns.start, scrollPaddingInlineEnd: columns.end }}
        className={`group/wide wide-table relative min-h-0 flex-1 overflow-auto ${className}`}
        {...(label === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': label })}
      >
        {children}
      </div>
      <MoreColumns to="before" count={columns.before} at={columns.start} region={region} />
      <MoreColumns to="after" count={columns.after} at={columns.end} region={region} />
    </div>
  );
}

interface MoreColumnsProps {
  readonly to: 'before' | 'after';
  readonly count: number;
  /** Pixels from the edge of the region. */
  readonly at: number;
  readonly region: { readonly current: HTMLElement | null };
}

/** In the heads, where the content of a cut column is hidden. */
function MoreColumns({ to, count, at, region }: MoreColumnsProps) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  if (count === 0) return null;
  const words = t(`table:columns_${to}`, { number: shapeDigits(String(count), digits) });
  return (
    <button
      type="button"
      aria-label={words}
      title={words}
      onClick={() => region.current && scrollColumns(region.current, to)}
      style={to === 'before' ? { insetInlineStart: at + 2 } : { insetInlineEnd: at + 2 }}
      className="no-print absolute top-1 z-30 inline-flex size-7 items-center justify-center rounded-md border border-edge bg-surface-1 text-ink-muted shadow-card hover:text-ink"
    >
      <ChevronRight size={15} aria-hidden className={`mirror ${to === 'before' ? 'rotate-180' : ''}`} />
    </button>
  );
}

/** Measures at every change of the sizes, and while the region scrolls. */
function useWholeColumns(region: { readonly current: HTMLDivElement | null }, id: string): WholeColumns {
  const [columns, setColumns] = useState(NONE);
  useLayoutEffect(() => {
    const element = region.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    let rule = '';
    const look = () => {
      const found = wholeColumns(element);
      const next = hidingRule(id, found.cut);
      if (next !== rule) sheet.replaceSync(next);
      rule = next;
      setColumns((now) => (isSame(now, found) ? now : found));
    };
    const measure = () => {
      fitColumns(element);
      look();
    };
    const sizes = new ResizeObserver(measure);
    for (const sized of [element, table]) sizes.observe(sized);
    element.addEventListener('scroll', look, { passive: true });
    measure();
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [region, id]);
  return columns;
}

const isSame = (one: WholeColumns, other: WholeColumns): boolean => JSON.stringify(one) === JSON.stringify(other);
