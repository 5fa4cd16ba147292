/** A button that opens a short list of actions. */
import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly dangerous?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export interface ActionMenuProps {
  /** Name of a button with a symbol only; otherwise its text is the name. */
  readonly label?: string;
  readonly actions: readonly MenuAction[];
  readonly children: ReactNode;
  readonly className?: string;
}

export function ActionMenu({ label, actions, children, className = '' }: ActionMenuProps) {
  return (
    <Menu>
      <MenuButton
        aria-label={label}
        title={label}
        className={
          className ||
          'inline-flex size-7 items-center justify-center rounded-md text-ink-muted hover:bg-surface-3 hover:text-ink'
        }
      >
        {children}
      </MenuButton>
      <MenuItems
        anchor={{ to: 'bottom end', gap: 4 }}
        className="z-50 min-w-40 rounded-md border border-edge bg-surface-1 p-1 shadow-float focus:outline-none"
      >
        {actions.map(({ key, label: text, icon: Icon, dangerous, disabled, onSelect }) => (
          <MenuItem key={key} disabled={disabled ?? false}>
            <button
              type="button"
              onClick={onSelect}
              className={`flex h-8 w-full items-center gap-2 rounded-sm px-2 text-start data-disabled:opacity-45 data-focus:bg-surface-3 ${dangerous ? 'text-danger-ink' : ''}`}
            >
              {Icon && <Icon size={15} aria-hidden className={dangerous ? '' : 'text-ink-muted'} />}
              {text}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
