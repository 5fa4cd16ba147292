/** The list below a cell, rendered above the page, because the scrolling grid would clip it. */
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { GlanceOption } from './glance-option.tsx';
import type { PickOption } from './pick-options.ts';
import { usePlaceBelow } from './place-below.ts';

export interface PickListProps {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly options: readonly PickOption[];
  readonly pending: boolean;
  readonly marked: number;
  readonly onChoose: (option: PickOption) => void;
  /** Text of "Create …"; undefined without the permission. It is the last option. */
  readonly create?: string | undefined;
  readonly onCreate: () => void;
}

const OPTION = 'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-start';
const MARKED = 'bg-accent-soft text-accent-strong';
/** Minimum width in pixels. */
const WIDTHS = { name: 288, glance: 460 } as const;

export function PickList({ id, anchor, options, pending, marked, onChoose, create, onCreate }: PickListProps) {
  const { t } = useTranslation();
  const place = usePlaceBelow(anchor, options.some(({ glance }) => glance) ? WIDTHS.glance : WIDTHS.name);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${marked}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, marked]);
  if (!place) return null;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the press is only kept from taking the focus.
    <div
      ref={list}
      // The focus stays in the cell when an option is pressed.
      onMouseDown={(event) => event.preventDefault()}
      style={place}
      className="fixed z-50 max-h-72 min-w-56 max-w-[calc(100vw-16px)] overflow-y-auto rounded-md border border-edge bg-surface-1 p-1 shadow-float"
    >
      <div role="listbox" id={id} aria-label={t('document:options')}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the cell.
          <div
            key={String(option.value)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === marked}
            onClick={() => onChoose(option)}
            className={`${OPTION} ${index === marked ? MARKED : 'hover:bg-surface-3'}`}
          >
            {option.glance ? (
              <GlanceOption option={option} glance={option.glance} />
            ) : (
              <>
                <bdi className="min-w-0 flex-1 break-words">{option.label}</bdi>
                {option.hint && <bdi className="text-xs text-ink-muted">{option.hint}</bdi>}
              </>
            )}
          </div>
        ))}
        {create !== undefined && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
          <div
            id={`${id}-${options.length}`}
            role="option"
            aria-selected={marked === options.length}
            onClick={onCreate}
            className={`${OPTION} ${marked === options.length ? MARKED : 'hover:bg-surface-3'}`}
          >
            <Plus size={14} aria-hidden className="text-accent" />
            {t('form:create', { text: create })}
          </div>
        )}
      </div>
      {pending && <p className="px-2 py-1.5 text-ink-muted">{t('form:searching')}</p>}
      {!pending && options.length === 0 && <p className="px-2 py-1.5 text-ink-muted">{t('form:nothing_found')}</p>}
    </div>,
    document.body,
  );
}
