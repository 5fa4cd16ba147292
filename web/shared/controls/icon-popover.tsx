/** A button with an icon, and the panel that it opens below itself. */
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface IconPopoverProps {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Beside or on the icon, such as a count. */
  readonly badge?: ReactNode;
  readonly onPress?: () => void;
  /** Classes of the panel: its width and its layout. */
  readonly panel: string;
  readonly children: ReactNode;
}

export function IconPopover({ label, icon: Icon, badge, onPress, panel, children }: IconPopoverProps) {
  return (
    <Popover>
      <PopoverButton
        aria-label={label}
        title={label}
        onClick={onPress}
        className="relative inline-flex h-8 min-w-8 items-center justify-center gap-1 rounded-md px-2 text-ink-muted hover:bg-surface-3 hover:text-ink"
      >
        <Icon size={16} aria-hidden />
        {badge}
      </PopoverButton>
      <PopoverPanel
        anchor={{ to: 'bottom end', gap: 6 }}
        className={`z-50 max-h-96 border border-edge bg-surface-1 shadow-float ${panel}`}
      >
        {children}
      </PopoverPanel>
    </Popover>
  );
}
