import { expect, it } from 'vitest';
import type { TextRequest } from '../../../shared/api/text.ts';
import type { TextOperation } from '../../../shared/business/text-service.ts';
import { aTextRequest } from '../../../tests/factories/text-api.ts';
import { findFault, findLanguage, measureNewWords, measureSurvival, readPoints } from './output-checks.ts';
import { composePrompt } from './prompt.ts';

function faultOf(text: string, given: Partial<TextRequest> = {}, operation: TextOperation = 'enhance') {
  const request = aTextRequest(given);
  return findFault(operation, request, composePrompt(operation, request), text);
}

const long = Array.from(
  { length: 12 },
  (_, index) =>
    `paragraph ${index} speaks about ${['harbours', 'forests', 'glaciers', 'villages'][index % 4]}${index} and their quiet inhabitants`,
).join('. ');

it('lets a text pass that says the same, well', async () => {
  expect(
    await faultOf(
      'I wanted to tell you that the meeting about the annual report is moved to Thursday at 10. Please bring the printed invoices, and tell the others.',
    ),
  ).toBeUndefined();
  expect(await faultOf(long, { transcript: long })).toBeUndefined();
});

it('lets people take back words, and say little', async () => {
  const transcript = 'we meet on Monday no sorry on Tuesday';
  expect(await faultOf('We meet on Tuesday.', { transcript })).toBeUndefined();
  expect(await faultOf('Hello.', { transcript: 'um hello' })).toBeUndefined();
  expect(await faultOf('Ja, gern.', { transcript: 'ja gern', language: 'de' })).toBeUndefined();
});

it.each<[string, string, Partial<TextRequest>, TextOperation?]>([
  ['empty', ' \n', {}],
  [
    'new-words',
    'I wanted to tell you that the meeting about the annual report is moved to Thursday. Please bring the printed invoices and tell the others. Experts recommend preparing thoroughly, considering every possible question beforehand and reserving comfortable seating.',
    {},
  ],
  ['lost-words', 'The meeting is moved.', {}],
  ['lost-part', long.slice(0, long.length * 0.7), { transcript: long }],
  ['wrong-language', 'Die Sitzung über den Jahresbericht ist auf Donnerstag um zehn Uhr verschoben worden.', {}],
  ['answered-question', 'The capital of Sweden is Stockholm.', { transcript: 'what is the capital of Sweden?' }],
  ['no-points', 'The meeting about the annual report is moved to Thursday at ten.', {}, 'structure'],
  ['wrong-language', 'Lieber Thomas, wir treffen uns am Donnerstag um zehn Uhr im grossen Saal.', {}, 'generate'],
])('finds %s', async (fault, text, given, operation) => {
  expect(await faultOf(text, given, operation)).toBe(fault);
});

it('finds rules and tags that leaked, unless the user dictated them', async () => {
  const request = aTextRequest();
  const prompt = composePrompt('enhance', request);
  const line = prompt.instructions.split('\n').find((each) => each.length > 60)!;
  expect(await findFault('enhance', request, prompt, `${line}\n${request.transcript}`)).toBe('leaked-prompt');
  expect(await findFault('enhance', request, prompt, `<transcript-${prompt.tag}>`)).toBe('leaked-prompt');
  expect(await findFault('generate', { ...request, transcript: line }, prompt, line)).toBeUndefined();
});

it('gives back the language that was spoken, even where another one is named', async () => {
  const transcript = 'Die Sitzung über den Jahresbericht ist auf Donnerstag um zehn Uhr verschoben';
  expect(await faultOf(`${transcript}.`, { transcript, language: 'en-US' })).toBeUndefined();
  expect(await faultOf(`${transcript}.`, { transcript, language: 'en-US' }, 'generate')).toBe('wrong-language');
});

it('allows more where the tone changes', async () => {
  const transcript =
    'hi folks just wanted to tell you the boss says our numbers look super this quarter and everybody gets pizza tomorrow at lunch';
  const formal =
    'Dear colleagues, management informs you that our numbers of this quarter look excellent. Everybody receives pizza tomorrow at lunch.';
  expect(await faultOf(formal, { transcript, tone: 'formal' })).toBeUndefined();
  expect(await faultOf(formal, { transcript, tone: 'neutral' })).toBeDefined();
});

it('measures what survives and what is new, by words in any of their forms', async () => {
  const german = { language: 'de' } as const;
  expect(measureSurvival('die Rechnungen gingen verloren', 'Die Rechnung ging verloren.', german).whole).toBe(1);
  expect(measureSurvival('Äpfel Birnen Kirschen Pflaumen', 'Äpfel und Birnen', german).whole).toBe(0.5);
  expect(measureNewWords('Äpfel Birnen', 'Äpfel Birnen Kirschen Pflaumen', german)).toBe(0.5);
  expect(measureNewWords('para keet', 'Parakeet', { language: 'en-US', vocabulary: ['Parakeet'] })).toBe(0);
  expect(await findLanguage('Kan du sende meg rapporten innen fredag ettermiddag?')).toMatch(/no|da/);
  expect(await findLanguage('Danke')).toBeUndefined();
});

it('reads points of two levels and no other text', () => {
  expect(readPoints('- one\n  - below\n\n- two')).toEqual([
    { text: 'one', points: ['below'] },
    { text: 'two', points: [] },
  ]);
  for (const other of ['one', '* one', '  - one', '- one\n    two', '']) expect(readPoints(other)).toBeUndefined();
});

it('takes a word for a form of another only where most of the longer one is shared', () => {
  const share = (said: string, written: string) => measureNewWords(said, written, aTextRequest());
  expect(share('the meeting', 'meetings')).toBe(0);
  expect(share('a general interest', 'internationally')).toBe(1);
  expect(share('the contract', 'contradictions')).toBe(1);
});
