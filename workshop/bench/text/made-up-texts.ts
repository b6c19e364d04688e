type WordAt = (index: number) => string;

const spelled = (index: number) => index.toString(26).replace(/\d/g, (digit) => 'qwertyuiop'[Number(digit)]!);
const isEach = (index: number, nth: number) => index % nth === 0;

/** Each word of what was said, and of what was written: texts nobody dictates, on which comparisons have taken longest. */
export const madeUpTexts: Readonly<Record<string, readonly [WordAt, WordAt]>> = {
  'one number, in words': [() => 'twenty', () => '20'],
  'one digit': [() => '7', () => '7'],
  'all numbers in their order': [String, String],
  'all numbers, turned round': [String, (index) => String(100_000 - index)],
  'halves of numbers': [(index) => (index % 2 ? 'hundred' : 'and'), () => '100'],
  'times of day': [(index) => ['half', 'past', 'nine', 'ten', 'to', 'four'][index % 6]!, () => '9:30'],
  'hours that may be minutes': [(index) => (index % 2 ? 'to' : 'ten'), () => '9:50'],
  'numbers that are taken back': [(index) => (index % 2 ? 'no' : String(index)), (index) => String(index + 5)],
  'months and their numbers': [(index) => (index % 2 ? 'x' : 'june'), () => '7'],
  'few words again and again': [(index) => `word${index % 7}`, (index) => `word${index % 5}`],
  'one word': [() => 'no', () => 'no'],
  'two words in turn': [(index) => (index % 2 ? 'apple' : 'pear'), (index) => (index % 2 ? 'pear' : 'apple')],
  'words of two scripts': [
    (index) => (index % 2 ? `привет${'абвгд'[index % 5]}` : 'hello'),
    (index) => (index % 2 ? `привет${'гдежз'[index % 5]}` : 'hello'),
  ],
  'words of one beginning': [
    (index) => (isEach(index, 5) ? `kept${spelled(index)}` : `abcd${spelled(index)}`),
    (index) => (isEach(index, 5) ? `kept${spelled(index)}` : `abcd${spelled(index + 9_000)}`),
  ],
  'words that were misheard': [
    (index) => (isEach(index, 5) ? `kept${spelled(index)}` : `abcde${spelled((index * 31) % 9_999)}`),
    (index) => (isEach(index, 5) ? `kept${spelled(index)}` : `bacde${spelled((index * 77) % 9_999)}`),
  ],
  'words that are once in each part': [
    (index) => spelled(index % 2 ? (index + 1) / 2 : Math.max(0, index / 2 - 1)),
    (index) => (index % 9 === 4 ? `more${index}` : spelled(index % 2 ? (index + 1) / 2 : Math.max(0, index / 2 - 1))),
  ],
  'corrections of nothing': [(index) => (index % 2 ? 'scratch that' : 'apple'), () => 'apple'],
  'reservations without a partner': [(index) => (index % 2 ? 'only' : `x${spelled(index)}`), () => 'pear'],
  'sentences of one word': [(index) => `${spelled(index % 300)}.`, (index) => `${spelled((index + 1) % 300)}.`],
  'words without an end': [() => 'ab'.repeat(900), () => 'ba'.repeat(900)],
};

/** So many words of each side at most, as long as neither has more characters. */
export function makeUpText([said, written]: readonly [WordAt, WordAt], words: number, characters = 1e9) {
  let count = 0;
  for (let length = 0; count < words; count++) {
    length += Math.max(said(count).length, written(count).length) + 1;
    if (length > characters) break;
  }
  const textOf = (wordAt: WordAt) => Array.from({ length: count }, (_, index) => wordAt(index)).join(' ');
  return { transcript: textOf(said), text: textOf(written) };
}
