import { beforeAll, describe, expect, it } from 'vitest';
import { headingsOf, type Language, languages, messagesOf, open, partOf, partsOf, textOf } from './served.ts';

const path = '/account';

/** Sentences that the page's scripts put there once somebody is signed in: by language. */
const sentences = new Map<Language, string[]>();

beforeAll(async () => {
  for (const language of languages) sentences.set(language, await messagesOf(await open(path, language)));
});

const english = () => sentences.get('en')!;

describe('2. Login/download page, signed out', () => {
  it('offers sign up or sign in', async () => {
    const buttons = partsOf(partOf((await open(path)).html, 'main'), 'button').map(textOf);
    expect(buttons).toEqual(expect.arrayContaining(['Create a free account', 'Sign in']));
  });

  it('messages: checking session', async () => {
    expect((await open(path)).main.split('\n')).toContain('Checking your session…');
  });

  it('messages: redirecting to sign in', () => expect(english()).toContain('Redirecting to sign in…'));

  it('5. sign-up needs only email, name and country; the free plan needs no card', async () => {
    const { main } = await open(path);
    expect(main).toContain('We ask for your e-mail address, name and country.');
    expect(main).toContain('No card needed for the free plan');
  });
});

describe('2. Login/download page, signed in', () => {
  const words: [part: string, words: string][] = [
    ['choose platform', 'Platform'],
    ['platform tested on its versions', 'Tested on {versions}'],
    ['macOS marked coming soon', 'Coming soon'],
    ['full name', 'Full name'],
    ['e-mail', 'E-mail'],
    ['country select', 'Country'],
    ['country select’s placeholder', 'Select your country'],
    ['a link explaining what to do if the country is missing', 'Is your country missing?'],
    ['a download-key input', 'Download key'],
    ['the key’s placeholder', 'If you were given one'],
    ['the button', 'Accept and Download'],
    ['5. tooltip', 'Please accept all checkboxes and select your country first.'],
    ['downloading', 'Starting your download…'],
    ['thanks', 'Thank you. Your download has started.'],
    [
      'start time, and how long the installation takes',
      'Started on {time}. The installation takes about {minutes} minutes.',
    ],
  ];

  it.each(words)('%s: “%s”', (_, sentence) => expect(english()).toContain(sentence));

  it.each([
    [
      'de',
      'Wählen Sie Ihr Land',
      'Akzeptieren und herunterladen',
      'Bitte kreuzen Sie zuerst alle Kästchen an und wählen Sie Ihr Land.',
    ],
    ['sv', 'Välj ditt land', 'Godkänn och ladda ner', 'Kryssa i alla rutor och välj ditt land först.'],
    ['it', 'Selezioni il suo Paese', 'Accetta e scarica', 'Prima spunti tutte le caselle e selezioni il suo Paese.'],
    [
      'fr',
      'Choisissez votre pays',
      'Accepter et télécharger',
      'Cochez d’abord toutes les cases et choisissez votre pays.',
    ],
  ] as const)('placeholder, button and tooltip in %s: %s, %s, %s', (language, ...expected) => {
    expect(sentences.get(language)).toEqual(expect.arrayContaining(expected));
  });

  it('the country-missing explanation is on the beta page', async () => {
    const { html } = await open('/writing-ant/beta');
    expect(html).toMatch(/id="country-missing"/);
    expect(headingsOf(html, 2)).toContain('Is your country missing?');
  });
});

describe('5. The four checkboxes', () => {
  /** The label that begins so, without the marks of its links. */
  const label = (start: string) =>
    (english().find((sentence) => sentence.startsWith(start)) ?? '')
      .replace(/<\/?\w+>/g, '')
      .replace(/ \([^)]*\)/g, '');

  it('(1) accept Terms including EULA and AI policy, and having read the Privacy Policy', () => {
    expect(label('I accept the <terms>')).toBe(
      'I accept the Terms including the EULA and the AI Service Use Policy, and I have read the Privacy Policy.',
    );
  });

  it('(2) having read the Cookie Policy, including login cookies of the installed software', () => {
    expect(label('I have read the <cookies>')).toBe(
      'I have read the Cookie Policy, including the login cookies of the installed software.',
    );
  });

  it('(3) accepting a download of about 28 GB (about 35 GB installed) with enough disk space', () => {
    const sentence = english().find((each) => each.startsWith('I accept a download'));
    expect(sentence).toMatch(
      /^I accept a download of about \{download\} GB \(about \{installed\} GB installed\) and have enough disk space/,
    );
  });

  it('(4) acknowledging beta status', () => {
    expect(label('I know that Writing Ant is in beta')).toMatch(/is in beta: it can contain errors and may change\.$/);
  });
});

describe('5. Default form messages (required, length, range, type, pattern) exist in five languages', () => {
  const messages: Record<Language, string[]> = {
    en: [
      'Please fill in “{label}”.',
      '“{label}” can be at most {max} characters long.',
      '“{label}” must be between {min} and {max}.',
      'Enter an e-mail address such as name@example.com.',
      '“{label}” is not in the expected format.',
    ],
    de: [
      'Bitte füllen Sie «{label}» aus.',
      '«{label}» darf höchstens {max} Zeichen lang sein.',
      '«{label}» muss zwischen {min} und {max} liegen.',
      'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      'Bei «{label}» stimmt das Format nicht.',
    ],
    sv: [
      'Fyll i ”{label}”.',
      '”{label}” får ha högst {max} tecken.',
      '”{label}” måste ligga mellan {min} och {max}.',
      'Ange en e-postadress, till exempel namn@example.com.',
      '”{label}” har inte rätt format. Kontrollera det du har skrivit.',
    ],
    it: [
      'Compili il campo «{label}».',
      '«{label}» può avere al massimo {max} caratteri.',
      '«{label}» deve essere compreso tra {min} e {max}.',
      'Inserisca un indirizzo e-mail, per esempio nome@example.com.',
      '«{label}» non ha il formato previsto.',
    ],
    fr: [
      'Remplissez le champ « {label} ».',
      '« {label} » ne peut pas dépasser {max} caractères.',
      'La valeur du champ « {label} » doit être comprise entre {min} et {max}.',
      'Saisissez une adresse e-mail, par exemple nom@example.com.',
      '« {label} » n’a pas le bon format.',
    ],
  };

  it.each(languages.flatMap((language) => messages[language].map((sentence) => [language, sentence] as const)))(
    '%s: %s',
    (language, sentence) => expect(sentences.get(language)).toContain(sentence),
  );
});

describe('2. Logged-out page', () => {
  it.each([
    ['en', 'You are signed out', 'Sign in again'],
    ['de', 'Sie sind abgemeldet', 'Erneut anmelden'],
    ['sv', 'Du är utloggad', 'Logga in igen'],
    ['it', 'Uscita effettuata', 'Accedi di nuovo'],
    ['fr', 'Votre session est fermée', 'Se reconnecter'],
  ] as const)('log-in-again button (%s): %s, %s', async (language, heading, again) => {
    const { html } = await open('/logged-out', language);
    expect(headingsOf(html, 1)).toEqual([heading]);
    expect(partsOf(partOf(html, 'main'), 'button').map(textOf)).toContain(again);
  });

  it('the download-started thanks message with start time', async () => {
    const all = await messagesOf(await open('/logged-out'));
    expect(all).toContain('Thank you. Your download has started.');
    expect(all).toContain('Started on {time}. The installation takes about {minutes} minutes.');
  });
});
