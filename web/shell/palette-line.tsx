/** A group of the palette, and a line in it. */
import { Command } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import type { ReactNode } from 'react';

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="mb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted"
    >
      {children}
    </Command.Group>
  );
}

interface LineProps {
  /** Unique in the palette. */
  readonly value: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function Line({ value, onSelect, children }: LineProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="group flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
    >
      {children}
      <CornerDownLeft size={13} aria-hidden className="mirror hidden text-ink-muted group-data-[selected=true]:block" />
    </Command.Item>
  );
}
