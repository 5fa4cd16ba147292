/** Every key of the grid, in both directions of reading, without a browser. */
import { describe, expect, it } from 'vitest';
import { commandOf, type GridCommand, targetOf } from '../../../web/shared/document/grid/navigation.ts';

const key = (code: string, held: { ctrl?: boolean; shift?: boolean; alt?: boolean } = {}) => ({
  code,
  ctrl: false,
  shift: false,
  alt: false,
  ...held,
});
const ltr = { direction: 'ltr', editing: false } as const;
const rtl = { direction: 'rtl', editing: false } as const;

describe('arrows', () => {
  it('follow the reading direction: left is back in English and forward in Kurdish', () => {
    expect([commandOf(key('ArrowLeft'), ltr), commandOf(key('ArrowLeft'), rtl)]).toEqual(['start_side', 'end_side']);
    expect([commandOf(key('ArrowRight'), ltr), commandOf(key('ArrowRight'), rtl)]).toEqual(['end_side', 'start_side']);
  });

  it('to the sides belong to the text while it is edited, up and down never do', () => {
    const editing = { ...ltr, editing: true };
    expect(commandOf(key('ArrowLeft'), editing)).toBeUndefined();
    expect(commandOf(key('ArrowDown'), editing)).toBe('down');
  });
});

describe('keys', () => {
  it.each<[string, Parameters<typeof key>[1], GridCommand]>([
    ['Tab', {}, 'next_cell'],
    ['Tab', { shift: true }, 'previous_cell'],
    ['Enter', {}, 'next_line'],
    ['NumpadEnter', {}, 'next_line'],
    ['Escape', {}, 'leave'],
    ['F4', {}, 'look_up'],
    ['ArrowDown', { alt: true }, 'look_up'],
    ['KeyD', { ctrl: true }, 'copy_above'],
    ['KeyZ', { ctrl: true }, 'undo'],
    ['KeyZ', { ctrl: true, shift: true }, 'redo'],
    ['Delete', { ctrl: true }, 'remove_line'],
  ])('%s %o is %s', (code, held, command) => {
    expect(commandOf(key(code, held), ltr)).toBe(command);
  });

  it('that write are left to the cell', () => {
    for (const code of ['KeyA', 'Digit7', 'Space', 'Backspace', 'Delete'])
      expect(commandOf(key(code), ltr)).toBeUndefined();
  });
});

describe('moving', () => {
  const shape = { rows: 3, editable: [false, true, true, false, true], pageRows: 10 };

  it('with Tab passes over what cannot be typed into, and goes on in the next line', () => {
    expect(targetOf('next_cell', { row: 0, column: 2 }, shape)).toEqual({ row: 0, column: 4 });
    expect(targetOf('next_cell', { row: 0, column: 4 }, shape)).toEqual({ row: 1, column: 1 });
    expect(targetOf('previous_cell', { row: 1, column: 1 }, shape)).toEqual({ row: 0, column: 4 });
  });

  it('beyond the last line opens a new one, before the first leaves the grid', () => {
    expect(targetOf('next_cell', { row: 2, column: 4 }, shape)).toBe('new_line');
    expect(targetOf('next_line', { row: 2, column: 2 }, shape)).toBe('new_line');
    expect(targetOf('previous_cell', { row: 0, column: 1 }, shape)).toBe('leave_back');
    expect(targetOf('leave', { row: 1, column: 1 }, shape)).toBe('leave_forward');
  });

  it('with Enter begins the next line at its first cell', () => {
    expect(targetOf('next_line', { row: 0, column: 4 }, shape)).toEqual({ row: 1, column: 1 });
  });

  it('with arrows and pages stays inside', () => {
    expect(targetOf('up', { row: 0, column: 2 }, shape)).toEqual({ row: 0, column: 2 });
    expect(targetOf('page_down', { row: 0, column: 2 }, shape)).toEqual({ row: 2, column: 2 });
    expect(targetOf('end_side', { row: 0, column: 4 }, shape)).toBeUndefined();
  });
});
