/**
 * The dialog in which a look-up makes a new record. Its form has look-ups itself, so the application provides it
 * (`shell/application.tsx`) and no look-up imports it; without it a look-up offers no new record.
 */
import { type ComponentType, createContext } from 'react';
import type { Row } from '../api/list.ts';

export interface CreateInPlaceProps {
  readonly resource: string;
  /** What was typed into the look-up. */
  readonly text: string;
  readonly onCreated: (row: Row) => void;
  readonly onClose: () => void;
}

export const Creating = createContext<ComponentType<CreateInPlaceProps> | undefined>(undefined);
