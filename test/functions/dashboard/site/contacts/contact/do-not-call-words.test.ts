import { describe, expect, test } from '@jest/globals';
import { doNotCallWords, suppressionWords } from '#functions/dashboard/site/contacts/contact/do-not-call-words.ts';

const phones = ['+14155550001', '+14155550002'];
const said = { phone: '+14155550001', reason: 'said_on_call', note: null };

describe('the do-not-call mark', () => {
  test('names the numbers that setting it closes to everybody', () => {
    const words = doNotCallWords({ was: false, is: true, phones, suppressions: [] });
    expect(words).toContain('no call to +14155550001 and +14155550002 starts any more, whoever else has that number');
    expect(words).toContain('campaigns skip this contact');
  });

  test('says what lifting it does not lift', () => {
    const words = doNotCallWords({ was: true, is: false, phones: ['+14155550001'], suppressions: [] });
    expect(words).toContain('+14155550001 may be called again, unless added under Suppressions');
    expect(words).toContain('after "Redial" only');
  });

  test('says when lifting it overrules the words of somebody on a call', () => {
    const marked = { was: true, is: false, phones };
    expect(doNotCallWords({ ...marked, suppressions: [said] })).toContain('Somebody asked on a call');
    expect(doNotCallWords({ ...marked, suppressions: [] })).not.toContain('asked on a call');
  });

  test('names its effect while it stays', () => {
    expect(doNotCallWords({ was: true, is: true, phones: [], suppressions: [] })).toContain('No call to its numbers');
  });
});

test('a number that is never called is told with the reason and the note', () => {
  expect(suppressionWords(said)).toBe('+14155550001 is never called: asked for on a call.');
  expect(suppressionWords({ ...said, reason: 'manual', note: 'Asked by letter.' })).toBe(
    '+14155550001 is never called: added by hand. Asked by letter.',
  );
  expect(suppressionWords({ ...said, reason: 'new_reason' })).toContain('new_reason');
});
