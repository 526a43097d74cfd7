import { describe, expect, test } from '@jest/globals';
import { previewMessage, previewReasons } from '#functions/dashboard/site/campaigns/new-campaign/preview-words.ts';
import { explainSkip, explainWait } from '#shared/domain/campaign/eligibility.ts';

describe('A dry run in words', () => {
  test('puts people together who are held back for one reason', () => {
    const errors = [
      explainSkip('cont_1', 'Ada Example', 'do-not-call flag is set'),
      explainSkip('cont_2', undefined, 'missing phone number'),
      explainSkip('cont_3', 'Ben (the second): Example', 'do-not-call flag is set'),
      explainWait(
        'cont_4',
        'Cleo',
        '2026-03-02T14:00:00.000Z (09:00 in New York)',
        'outside the calling hours: 09:00 to 17:00',
      ),
    ];
    expect(previewReasons(errors)).toEqual([
      { words: '2 contacts skipped: do-not-call flag is set', contacts: ['Ada Example', 'Ben (the second): Example'] },
      { words: '1 contact skipped: missing phone number', contacts: ['cont_2'] },
      { words: '1 contact waits: outside the calling hours: 09:00 to 17:00', contacts: ['Cleo'] },
    ]);
  });

  test('keeps a sentence about the whole account as it is', () => {
    const held = 'The account has made its 100 calls of the day.';
    expect(previewReasons([held])).toEqual([{ words: held, contacts: [] }]);
  });

  test('leaves out advice for programs', () =>
    expect(
      previewMessage('It opens at nine. PATCH /api/crm/campaigns/{id} changes it. 2 contacts cannot be called.'),
    ).toBe('It opens at nine. 2 contacts cannot be called.'));
});
