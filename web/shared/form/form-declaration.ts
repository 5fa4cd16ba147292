/** What a record's page is told beside the record's schema: order, groups, and what else is its own. */
import type { ComponentType, ReactNode } from 'react';
import type { RecordData, StoredRecord } from '../api/record.ts';
import type { Me } from '../session/session.ts';
import type { Choices } from './field-spec.ts';
import type { Proposals } from './proposed-fields.tsx';
import type { FormValues } from './values.ts';

export interface FormSection {
  /** Key of the heading; left out for the first section. */
  readonly title?: string;
  /** Key of a sentence below the heading. */
  readonly hint?: string;
  readonly fields: readonly string[];
  /** Left out for some records, or for some people; `record` is undefined for a new one. */
  readonly shown?: (record: StoredRecord | undefined, me: Me) => boolean;
}

export interface FormTab {
  /** Key of its name. */
  readonly title: string;
  readonly shown: (record: StoredRecord) => boolean;
  readonly content: ComponentType<{ readonly record: StoredRecord }>;
}

export interface FormDeclaration {
  readonly resource: string;
  /** Key of the name of one record: `catalogue:item`. */
  readonly title: string;
  /** Fields in their groups; what the schema has and no group names comes last. */
  readonly sections: readonly FormSection[];
  readonly initial?: RecordData;
  /** What the address of a new record's page says it begins with: a barcode that a till did not know. */
  readonly fromAddress?: (asked: URLSearchParams) => RecordData;
  /** Begins a new record with the fields of the one of the address, all but its name. */
  readonly copies?: true;
  /** There is one only, number 1, and no list of them. */
  readonly singleton?: true;
  /** Done after a change was stored. */
  readonly changed?: () => void;
  /** Fields that need a permission of their own; without it they are shown and not changed. */
  readonly fieldPermissions?: Readonly<Record<string, string>>;
  /** Whole numbers that are codes with words. */
  readonly choices?: Choices;
  /** Above the fields of a new record: what it may begin with; `fill` puts values into the form. */
  readonly beginning?: ComponentType<{ readonly fill: (data: RecordData) => void }>;
  /** Fields that a new record needs though an older one may lack them; those that the person may not fill in are left out. */
  readonly requiredForNew?: readonly string[];
  /** What else is wrong with a new record: the key of a sentence by field. */
  readonly checkNew?: (values: FormValues) => Readonly<Record<string, string>>;
  /** Fields of a new record that follow others until somebody types in them. */
  readonly proposals?: Proposals;
  /** Shown below the fields, of what is typed now. */
  readonly preview?: ComponentType<{ readonly values: RecordData }>;
  /** A tab of its own of an existing record. */
  readonly tab?: FormTab;
  /** Beside the tabs of an existing record: figures, actions. */
  readonly aside?: (record: StoredRecord) => ReactNode;
}
