import { expect, test } from '@jest/globals';
import {
  endingWords,
  retentionChanges,
  retentionValues,
} from '#functions/dashboard/site/settings/retention/retention-values.ts';

const values = (transcripts: string, recordings: string) => ({ transcripts, recordings });

test('days are texts, and what is kept for good is empty', () => {
  const account = { transcript_retention_days: 90, recording_retention_days: null };
  expect(retentionValues(account)).toEqual(values('90', ''));
});

test('only what was changed is sent; an emptied field keeps for good', () => {
  expect(retentionChanges(values('90', ''), values('90', ''))).toEqual({});
  expect(retentionChanges(values('90', ''), values('90', '30'))).toEqual({ recordingRetentionDays: 30 });
  expect(retentionChanges(values('90', '30'), values(' ', '0'))).toEqual({
    transcriptRetentionDays: null,
    recordingRetentionDays: 0,
  });
});

test('whoever shortens is told what goes, and nobody else', () => {
  expect(endingWords(values('30', '30'), values('', '31'))).toBeNull();
  expect(endingWords(values('', ''), values('', ''))).toBeNull();
  expect(endingWords(values('', '30'), values('90', '30'))).toContain(
    'transcripts of calls that ended more than 90 days',
  );
  const both = endingWords(values('', '30'), values('7', '7'));
  expect(both).toMatch(/transcripts .* 7 days ago, and recordings .* 7 days ago/);
});
