import { expect, it } from 'vitest';
import type { TextRequest } from '../../../../shared/api/text.ts';
import type { TextOperation } from '../../../../shared/business/text-service.ts';
import { aTextRequest } from '../../../../tests/factories/text-api.ts';
import { composePrompt } from '../prompt.ts';
import cases from './cases.json' with { type: 'json' };
import { findLanguage } from './detected-language.ts';
import { judgeText } from './findings.ts';
import { keepFaultless } from './keep-sentences.ts';
import { readPoints } from './points.ts';
import { repairText } from './repair.ts';

/** What is found in a text as it would be delivered. */
async function judge(given: string, request: TextRequest, operation: TextOperation = 'enhance') {
  const text = repairText(operation, request, given);
  return { text, ...(await judgeText(operation, request, composePrompt(operation, request), text)) };
}

async function kindsOf(text: string, given: Partial<TextRequest> = {}, operation: TextOperation = 'enhance') {
  const { findings } = await judge(text, aTextRequest(given), operation);
  return [...new Set(findings.map(({ kind }) => kind))];
}

/** Texts of models, good and bad. What no comparison of words can see is `open`, and stays what it is until that changes. */
const known = cases.map((each) => {
  const { language, tone, transcript, vocabulary } = each as typeof each & { vocabulary?: string[] };
  const request = { language, tone, transcript, ...(vocabulary && { vocabulary }) } as TextRequest;
  const isOpen = 'open' in each;
  return { ...each, operation: each.operation as TextOperation, request, isOpen };
});

it.each(known.filter(({ expected }) => expected === 'good'))('accepts $id: $why', async (each) => {
  const { findings } = await judge(each.text, each.request, each.operation);
  expect(findings.map(({ kind }) => kind).length > 0).toBe(each.isOpen);
});

it.each(known.filter(({ expected }) => expected === 'bad'))('refuses $id: $why', async (each) => {
  const { findings } = await judge(each.text, each.request, each.operation);
  expect(findings.length === 0).toBe(each.isOpen);
});

it.each(known.filter(({ expected }) => expected === 'repair'))('repairs $id: $why', async (each) => {
  const { findings, text } = await judge(each.text, each.request, each.operation);
  expect(findings).toEqual([]);
  expect(text.replace(/\s+/g, ' ')).toBe((each as { repaired?: string }).repaired?.replace(/\s+/g, ' '));
});

it('misses and refuses no more of them than it is known to', () => {
  const open = (expected: string) => known.filter((each) => each.expected === expected && each.isOpen).length;
  expect([known.length, open('good'), open('bad')]).toEqual([184, 2, 5]);
});

it.each<[string, string, Partial<TextRequest>, TextOperation?]>([
  ['empty', ' \n', {}],
  ['wrong-language', 'Die Sitzung über den Jahresbericht ist auf Donnerstag um zehn Uhr verschoben worden.', {}],
  ['no-points', 'The meeting about the annual report is moved to Thursday at ten.', {}, 'structure'],
  ['wrong-language', 'Lieber Thomas, wir treffen uns am Donnerstag um zehn Uhr im grossen Saal.', {}, 'generate'],
  ['answered-question', 'The capital of Sweden is Stockholm.', { transcript: 'what is the capital of Sweden?' }],
  ['changed-unit', 'It costs $40.', { transcript: 'it costs forty euros' }],
  [
    'new-value',
    'Dear Ann, the light has been out for 12 days.',
    { transcript: 'tell ann the light is out' },
    'generate',
  ],
])('finds %s', async (kind, text, given, operation) => {
  expect(await kindsOf(text, given, operation)).toContain(kind);
});

it('lets people take back words, and say little', async () => {
  expect(await kindsOf('We meet on Tuesday.', { transcript: 'we meet on Monday no sorry on Tuesday' })).toEqual([]);
  expect(await kindsOf('We meet on Monday.', { transcript: 'we meet on Monday no sorry on Tuesday' })).not.toEqual([]);
  expect(await kindsOf('Hello.', { transcript: 'um hello' })).toEqual([]);
  expect(await kindsOf('Ja, gern.', { transcript: 'ja gern', language: 'de' })).toEqual([]);
});

it.each<[TextRequest['language'], string, string]>([
  [
    'en-GB',
    'we take tuesday or wait tuesday is the seventeenth of may so then it is wednesday the eighteenth',
    'We take Wednesday the 18th.',
  ],
  [
    'de',
    'wir nehmen dienstag oder warte dienstag ist ja der siebzehnte mai also wird es mittwoch der achtzehnte',
    'Wir nehmen Mittwoch, den 18.',
  ],
  [
    'fr',
    "on prend mardi ou attends mardi c'est le dix-sept mai donc ce sera mercredi le dix-huit",
    'On prend mercredi le 18.',
  ],
  [
    'it',
    'facciamo martedì o aspetta martedì è il diciassette maggio quindi sarà mercoledì diciotto',
    'Facciamo mercoledì 18.',
  ],
  [
    'es',
    'lo hacemos el martes o espera el martes es diecisiete de mayo así que será el miércoles dieciocho',
    'Lo hacemos el miércoles 18.',
  ],
  [
    'pt',
    'fazemos na terça ou espera terça é dezassete de maio então fica quarta dia dezoito',
    'Fazemos na quarta, dia 18.',
  ],
  [
    'sv',
    'vi tar tisdag eller vänta tisdag är ju sjuttonde maj så då blir det onsdag den artonde',
    'Vi tar onsdag den 18.',
  ],
  [
    'da',
    'vi tager det tirsdag eller vent tirsdag er jo den syttende maj så da bliver det onsdag den attende',
    'Vi tager det onsdag den 18.',
  ],
  [
    'nb',
    'vi tar det tirsdag nei vent tirsdag er jo syttende mai så da blir det onsdag den attende',
    'Vi tar det onsdag den 18.',
  ],
  [
    'nb',
    'vi tar det tirsdag eller vent tirsdag er jo syttende mai så da blir det onsdag den attende',
    'Vi tar det onsdag den 18.',
  ],
])('lets people say why they take back a day and its date in %s', async (language, transcript, text) => {
  expect(await kindsOf(text, { language, transcript })).toEqual([]);
  // Nothing was taken back.
  const [before, after] = transcript.split(
    / (?:or wait|oder warte|ou attends|o aspetta|o espera|ou espera|eller \S+|nei vent) /,
  );
  expect(await kindsOf(text, { language, transcript: `${before} ${after}` })).toContain('lost-value');
});

it.each<[TextRequest['tone'], string, string, string]>([
  [
    'formal',
    "hi tom the boiler's gone again send somebody before friday the neighbours complain about water and i can't pay",
    'Dear Tom, the boiler has failed again. Please send somebody before Friday. The neighbours complain about water, and I cannot pay.',
    'Dear Tom, the boiler has failed again. I cannot pay.',
  ],
  [
    'friendly',
    'visitors are informed that the garden is closed the roses are being cut by students from hexham and dogs must wait outside by the fountain',
    'Hi everyone, the garden is closed. Students from Hexham are cutting the roses, and dogs must wait outside by the fountain, please!',
    'Hi everyone, the garden is closed. Dogs must wait outside by the fountain, please!',
  ],
])('sees in a %s text that its middle is gone', async (tone, said, written, withoutMiddle) => {
  expect(await kindsOf(written, { tone, transcript: said })).toEqual([]);
  expect(await kindsOf(withoutMiddle, { tone, transcript: said })).not.toEqual([]);
});

it('lets no regret stand for a negation', async () => {
  const said = { transcript: "the hall isn't free on saturday", tone: 'formal' } as const;
  expect(await kindsOf('Unfortunately, the hall is not free on Saturday.', said)).toEqual([]);
  expect(await kindsOf('Unfortunately, the hall is free on Saturday.', said)).toContain('lost-negation');
});

it('lets an invented text leave a gap where a number is missing', async () => {
  const transcript = 'write to the school that Ida is ill';
  expect(await kindsOf('Ida is ill since [1 December].', { transcript }, 'generate')).toEqual([]);
});

it('finds rules and tags that leaked, unless the user dictated them', async () => {
  const request = aTextRequest();
  const prompt = composePrompt('enhance', request);
  const line = prompt.instructions.split('\n').find((each) => each.length > 60)!;
  const kindOf = async (text: string) => (await judgeText('enhance', request, prompt, text)).findings[0]?.kind;
  expect(await kindOf(`${line}\n${request.transcript}`)).toBe('leaked-prompt');
  expect(await kindOf(`<transcript-${prompt.tag}>`)).toBe('leaked-prompt');
  expect(await judgeText('generate', { ...request, transcript: line }, prompt, line)).toMatchObject({ findings: [] });
});

it('gives back the language that was spoken, even where another one is named', async () => {
  const transcript = 'Die Sitzung über den Jahresbericht ist auf Donnerstag um zehn Uhr verschoben';
  expect(await kindsOf(`${transcript}.`, { transcript, language: 'en-US' })).toEqual([]);
  expect(await kindsOf(`${transcript}.`, { transcript, language: 'en-US' }, 'generate')).toEqual(['wrong-language']);
  expect(await findLanguage('Kan du sende meg rapporten innen fredag ettermiddag?')).toMatch(/no|da/);
});

it('says where a fault is, in both texts', async () => {
  const request = aTextRequest({ transcript: 'the rent is 900 and it is not late' });
  const text = 'The rent is 950, and it is late.';
  const { findings } = await judge(text, request);
  const pieces = findings.map(({ kind, said, written }) => [
    kind,
    said && request.transcript.slice(said.from, said.to),
    written && text.slice(written.from, written.to),
  ]);
  expect(pieces).toEqual([
    ['lost-negation', 'it is not late', undefined],
    ['lost-value', '900', undefined],
    ['new-value', undefined, '950'],
  ]);
});

const transcript =
  'we counted the boxes in the cellar on tuesday there are forty of them the landlord does not want the old ones back so they go to the dump please bring your van and call me before you leave home';
const sentences = [
  'We counted the boxes in the cellar on Tuesday.',
  'There are 40 of them.',
  'The landlord does not want the old ones back, so they go to the dump.',
  'Please bring your van, and call me before you leave home.',
];

it.each([
  ['a wrong value', sentences.with(1, 'There are 14 of them.'), sentences.with(1, 'There are forty of them.')],
  [
    'a lost negation',
    sentences.with(2, 'The landlord wants the old ones back, so they go to the dump.'),
    sentences.with(2, 'The landlord does not want the old ones back so they go to the dump.'),
  ],
  ['an invented sentence', sentences.toSpliced(2, 0, 'Experts recommend strong gloves.'), sentences],
])('keeps all but the sentence with %s', async (_, written, expected) => {
  const request = aTextRequest({ transcript });
  const { findings, comparison } = await judge(written.join(' '), request);
  expect(findings).not.toEqual([]);
  const kept = keepFaultless(comparison!, findings);
  expect(kept).toBe(expected.join(' '));
  expect((await judge(kept!, request)).findings).toEqual([]);
});

it('keeps nothing of a text that is mostly at fault, or of which nobody knows where', async () => {
  const { findings, comparison } = await judge('There are 14 of them.', aTextRequest({ transcript: sentences[1]! }));
  expect(keepFaultless(comparison!, findings)).toBeUndefined();
  const whole = await judge(sentences.join(' '), aTextRequest({ transcript }));
  expect(keepFaultless(whole.comparison!, [{ kind: 'lost-words' }])).toBeUndefined();
});

it('reads points at two levels, and nothing else', () => {
  expect(readPoints('- One\n  - Below it\n\n- Two')).toEqual([
    { text: 'One', points: ['Below it'] },
    { text: 'Two', points: [] },
  ]);
  expect(readPoints('  - Below nothing')).toBeUndefined();
  expect(readPoints('One\n- Two')).toBeUndefined();
});
