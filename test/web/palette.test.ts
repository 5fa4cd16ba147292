import { describe, expect, it } from 'vitest';
import { startOfPayment } from '../../web/shared/party/start-of-payment.ts';
import { textAfter } from '../../web/shell/menu/palette-commands.ts';

describe('a payment in the palette', () => {
  it('is searched by the name after its words, in any spelling of them', () => {
    expect(textAfter('Receive payment from ', 'receive  payment from Azad Market')).toBe('Azad Market');
    expect(textAfter('قبض دفعة من ', 'قبض دفعه من أزاد')).toBe('أزاد');
    expect(textAfter('وەرگرتنی پارە لە ', 'وەرگرتنی پارە لە ئازاد')).toBe('ئازاد');
  });

  it('is not begun before its words are complete and a name follows', () => {
    for (const typed of ['', 'receive', 'receive payment from', 'payment from Azad', 'Azad']) {
      expect(textAfter('Receive payment from ', typed)).toBeUndefined();
    }
  });

  it('starts with its party, which is a number', () => {
    expect(startOfPayment({ party: '7' })).toEqual({ party: 7 });
    expect(startOfPayment({ party: 'Azad' })).toEqual({});
  });
});
