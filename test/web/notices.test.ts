/** Notifications appear and disappear as specified: after 50 ms, for 3 s or 10 s. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../web/shared/api/error.ts';
import {
  clearNotices,
  currentNotices,
  notifyError,
  notifyProblem,
  notifySuccess,
} from '../../web/shared/notify/notify.ts';

// Files before this one in the worker may have left notices.
beforeEach(() => {
  clearNotices();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  clearNotices();
  vi.useRealTimers();
});

const shown = () => currentNotices().shown.map(({ message }) => message);

describe('a notification', () => {
  it('of a success is shown after 50 ms for 3 s', () => {
    notifySuccess('Added Successfully');
    vi.advanceTimersByTime(49);
    expect(shown()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual(['Added Successfully']);
    vi.advanceTimersByTime(2_999);
    expect(shown()).toEqual(['Added Successfully']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('of an error is shown for 10 s, and then in the list of the bell', () => {
    notifyError('No Enough Balance', 'req-1');
    vi.advanceTimersByTime(50 + 9_999);
    expect(shown()).toEqual(['No Enough Balance']);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
    expect(currentNotices().errors).toMatchObject([{ message: 'No Enough Balance', requestId: 'req-1' }]);
  });

  it('that says the same again is shown once, from then on, unless the first one can be undone', () => {
    notifyError('Counted already');
    vi.advanceTimersByTime(5_000);
    notifyError('Counted already');
    notifySuccess('Deleted', [{ label: 'Undo', run: () => undefined }]);
    notifySuccess('Deleted', [{ label: 'Undo', run: () => undefined }]);
    vi.advanceTimersByTime(50);
    expect(shown()).toEqual(['Counted already', 'Deleted', 'Deleted']);
    vi.advanceTimersByTime(5_000);
    expect(shown()).toEqual(['Counted already', 'Deleted', 'Deleted']);
    expect(currentNotices().errors).toHaveLength(2);
  });

  it('is not left for the next person', () => {
    notifyError('No Enough Balance', 'req-1');
    vi.advanceTimersByTime(60);
    clearNotices();
    expect(currentNotices()).toEqual({ shown: [], errors: [], unread: 0 });
  });

  it('that can be undone stays as long as an error', () => {
    notifySuccess('Deleted Successfully', [{ label: 'Undo', run: () => undefined }]);
    vi.advanceTimersByTime(50 + 9_999);
    expect(shown()).toEqual(['Deleted Successfully']);
  });

  it('is not made of an expired session, nor of a read that was given up', () => {
    notifyProblem(new DOMException('given up', 'AbortError'));
    notifyProblem(new ApiError(401, {}));
    vi.advanceTimersByTime(100);
    expect(shown()).toEqual([]);
    notifyProblem(new ApiError(429, { code: 'too_many', message: 'Too many requests, wait a while' } as never));
    vi.advanceTimersByTime(100);
    expect(shown()).toEqual(['Too many requests, wait a while']);
  });
});
