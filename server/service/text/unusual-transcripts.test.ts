import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TextAnswer, TextRequest } from '../../../shared/api/text.ts';
import { createTextApi, type TextApi } from '../../../tests/factories/text-api.ts';

let api: TextApi;
beforeAll(async () => {
  api = await createTextApi();
  await api.download('user_text');
  // Twenty minutes at once are not in every plan.
  await api.operate('plan grant', 'user_text', 'moderate');
});
afterAll(() => api.close());

/** What is said so often that no two sentences are alike, in about as many words. */
const sentences = (words: number, sentence: (index: number) => string) =>
  Array.from({ length: Math.ceil(words / sentence(10).split(' ').length) }, (_, index) => sentence(index + 10)).join(
    ' ',
  );

interface Unusual {
  transcript: string;
  /** As it should be written, and one that says something else. */
  good: string;
  bad: string;
  given?: Partial<TextRequest>;
}

const unusual: Record<string, Unusual> = {
  'of two scripts': {
    transcript:
      'um please tell Алексей Смирнов that the parcel from 東京 arrives on Thursday and that he has to sign for it',
    good: 'Please tell Алексей Смирнов that the parcel from 東京 arrives on Thursday and that he has to sign for it.',
    bad: 'Please tell Алексей Смирнов that the parcel from 東京 arrives on Friday and that he has to sign for it.',
  },
  'of numbers alone': {
    transcript: 'four one seven two double nine oh three',
    good: '4172 9903',
    bad: '4172 9803',
  },
  'of two words': {
    transcript: 'thanks pauline',
    good: 'Thanks, Pauline.',
    bad: 'Thanks, Paula. See you on Thursday in the office.',
  },
  'of 3,000 words': {
    transcript: `um ${sentences(3000, (index) => `room ${index} needs ${index + 7} chairs and the door is not painted yet`)}`,
    good: sentences(3000, (index) => `Room ${index} needs ${index + 7} chairs and the door is not painted yet.`),
    bad: sentences(3000, (index) => `Room ${index} needs ${index + 8} chairs and the door is painted now.`),
    given: { recording: { seconds: 1200 } },
  },
};

it.each(Object.entries(unusual))('a transcript %s is written, and not falsified', async (_, { given, ...texts }) => {
  const { transcript, good, bad } = texts;
  const write = async (text: string) => {
    api.ai.misbehave({ texts: { [transcript]: text } });
    const answer = await api.ask({ transcript, ...given });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<TextAnswer>();
  };
  expect(await write(good)).toMatchObject({ outcome: 'changed', text: good });
  const { text, outcome } = await write(bad);
  // Where a sentence is at fault, it falls back by itself.
  expect([text, outcome]).not.toEqual([bad, 'changed']);
  for (const word of transcript.split(' ').slice(1)) expect(text.toLowerCase()).toContain(word.toLowerCase());
});
