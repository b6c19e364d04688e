import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { returnedWords } from './returned-words.ts';

/** What became of a mail for one recipient. `arrived`: also handed on to where nobody reports. */
type Fate = 'given-up' | 'delayed' | 'arrived' | 'unknown';

/** What is told of one recipient of a mail, in a report (RFC 3464, section 2.3) or in words. */
interface ReportedRecipient {
  /** In every way in which they can be read. */
  addresses: readonly string[];
  fate: Fate;
  /** Why, as an enhanced status code (RFC 3463), such as `5.1.1`; empty where it is not told. */
  status: string;
}

/**
 * Who speaks: `report`, a mail server in a form for programs (RFC 3464, RFC 6533); `words`, one in a text for people; `automatic`, the machine of
 * somebody whom the mail has reached; `challenge`, one that wants an answer before it lets the mail through; `complaint`, a provider whose
 * customer called it spam (RFC 5965); `unclear`, anybody else.
 */
export type ReturnedForm = 'report' | 'words' | 'automatic' | 'challenge' | 'complaint' | 'unclear';

/** A message to a return address, as whoever sent it wrote it: all of it may be forged. */
export interface ReturnedMail {
  /** To which return addresses of ours it was sent: the mail that each is for, and the mark in it. */
  returnedTo: readonly { mailId: string; mark: string }[];
  form: ReturnedForm;
  /** Of whom something is told. */
  recipients: readonly ReportedRecipient[];
  /** For a person, who is not shown its words. */
  from: string;
  subject: string;
}

/** Reads whatever came back: never throws, however it is broken. */
export async function readReturnedMail(source: Buffer): Promise<ReturnedMail> {
  const mail = await parse(source);
  if (!mail) return { returnedTo: [], form: 'unclear', recipients: [], from: '', subject: '' };
  return {
    returnedTo: findReturnAddresses(mail),
    ...readForm(mail),
    from: inOneLine(addressesOf(mail.from).join(', ')),
    subject: inOneLine(mail.subject ?? ''),
  };
}

/** As much of a header as somebody needs to know what it is. */
const longestHeader = 200;

/** Encoded words may hold anything, also characters that no database keeps. */
const inOneLine = (header: string) => header.slice(0, longestHeader).replaceAll(/\p{Cc}/gu, ' ');

/** Some servers end lines with CR alone. */
const withLines = (source: Buffer) =>
  source.includes('\n') ? source : Buffer.from(source.toString('latin1').replaceAll('\r', '\r\n'), 'latin1');

const parse = (source: Buffer): Promise<ParsedMail | undefined> =>
  simpleParser(withLines(source), { keepDeliveryStatus: true, skipHtmlToText: true, skipTextToHtml: true }).catch(
    () => undefined,
  );

const recipientHeaders = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const ownAddresses = /\bbounce\+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]+)@/gi;

/** More than stand in any real one. */
const maxReturnAddresses = 10;

const findReturnAddresses = ({ headerLines }: ParsedMail): ReturnedMail['returnedTo'] => {
  const headers = headerLines.filter(({ key }) => recipientHeaders.includes(key)).map(({ line }) => line);
  return [...headers.join('\n').matchAll(ownAddresses)]
    .slice(0, maxReturnAddresses)
    .map(([, mailId, mark]) => ({ mailId: mailId!.toLowerCase(), mark: mark!.toLowerCase() }));
};

type ReadForm = Pick<ReturnedMail, 'form' | 'recipients'>;

const reportTypes: readonly string[] = ['message/delivery-status', 'message/global-delivery-status'];

function readForm(mail: ParsedMail): ReadForm {
  const contentOf = (types: readonly string[]) =>
    mail.attachments.find(({ contentType }) => types.includes(contentType))?.content.toString('utf8');
  if (contentOf(['message/feedback-report']) !== undefined) return { form: 'complaint', recipients: [] };
  const report = contentOf(reportTypes);
  const recipients = report === undefined ? [] : readRecipients(report);
  // A few write a report that says nothing, and words that say all.
  if (recipients.some(({ fate }) => fate !== 'unknown')) return { form: 'report', recipients };
  return readWords(mail);
}

const fateOf = (action: string, status: string): Fate => {
  if (action === 'failed') return 'given-up';
  if (action === 'delayed') return 'delayed';
  if (['delivered', 'relayed', 'expanded'].includes(action) || status.startsWith('2.')) return 'arrived';
  // Without an action: only a final status is one for certain.
  return !action && status.startsWith('5.') ? 'given-up' : 'unknown';
};

/** Each group of fields is about one recipient. One that names several is about nobody for certain. */
function readRecipients(report: string): ReportedRecipient[] {
  const unfolded = report.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+(?=\S)/g, ' ');
  return unfolded.split(/\n\s*\n/).flatMap((group) => {
    const fieldsOf = (name: string) =>
      [...group.matchAll(new RegExp(`^${name}[ \\t]*:(.*)$`, 'gim'))].map(([, value]) => value!);
    const names = [fieldsOf('final-recipient'), fieldsOf('original-recipient')];
    if (names.some(({ length }) => length > 1)) return [];
    const addresses = names.flat().flatMap(readRecipient);
    const [action = ''] = fieldsOf('action');
    const [status = ''] = fieldsOf('status');
    const [code = ''] = /^\d\.\d{1,3}\.\d{1,3}\b/.exec(status.trim()) ?? [];
    const word = /^\w*/.exec(action.trim())![0].toLowerCase();
    return addresses.length ? [{ addresses, fate: fateOf(word, code), status: code }] : [];
  });
}

/** `rfc822; asa+2Bant@customers.example`: without its type, with and without the encodings in which it may be told (RFC 3461, section 4; RFC 6533, section 3). */
function readRecipient(value: string): string[] {
  const [, type = 'rfc822', name = ''] = /^\s*(?:([\w-]+)\s*;)?(.*)$/.exec(value)!;
  if (!['rfc822', 'utf-8'].includes(type.toLowerCase())) return [];
  const address = name.trim().replace(/^<(.*)>$/, '$1');
  const characterOf = (_: string, code: string) => {
    const point = Number.parseInt(code, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  };
  return [
    address,
    address.replaceAll(/\+([0-9A-F]{2})/g, characterOf),
    address.replaceAll(/\\x\{([0-9a-f]{1,6})\}/gi, characterOf),
  ];
}

const addressesOf = (given: AddressObject | AddressObject[] | undefined): string[] =>
  [given ?? []]
    .flat()
    .flatMap(({ value }) => value.flatMap(({ address = '', name }) => [name, address].filter(Boolean).join(' ')));

/** Of the words, no more than say what happened: what follows may be anything. */
const longestWords = 20_000;

function readWords(mail: ParsedMail): ReadForm {
  const said = mail.text || textOfHtml(mail.html || '');
  const words = said
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .slice(0, longestWords);
  const told = words.split(returnedWords.copy, 1)[0]!;
  const subject = mail.subject ?? '';
  const isSaid = (what: RegExp) => what.test(subject) || what.test(told);
  const isOfMachine = isOfMailServer(mail);
  if (isSaid(returnedWords.challenge)) return { form: 'challenge', recipients: [] };
  if (!isOfMachine && isAutomatic(mail))
    // Somebody's machine may say that he is gone for good, which is for a person to read.
    return {
      form: isSaid(returnedWords.gone) || isSaid(returnedWords.failed) ? 'unclear' : 'automatic',
      recipients: [],
    };
  if (!isOfMachine) return { form: 'unclear', recipients: [] };
  const isDelayed = isSaid(returnedWords.delayed);
  const isFinal = returnedWords.gaveUp.test(told) || returnedWords.failedSubject.test(subject) || hasFinalStatus(told);
  // A server that gives up after days speaks of both. Read as late, it would be deleted, and nobody would be told.
  if (isDelayed && isFinal) return { form: 'unclear', recipients: [] };
  if (!isDelayed && !isSaid(returnedWords.failed) && !returnedWords.failedSubject.test(subject) && !findStatus(told))
    return { form: isAutomatic(mail) && isSaid(returnedWords.away) ? 'automatic' : 'unclear', recipients: [] };
  const addresses = findNamed(mail, told, words);
  const fate = isDelayed ? 'delayed' : 'given-up';
  return { form: 'words', recipients: addresses.length ? [{ addresses, fate, status: findStatus(told) }] : [] };
}

const statusesIn = (told: string): string[] =>
  [...told.matchAll(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/g)].map(([status]) => status);

const hasFinalStatus = (told: string) => statusesIn(told).some((status) => status.startsWith('5.'));

/** The reason, where all that is told of one agrees. */
function findStatus(told: string): string {
  const found = new Set(statusesIn(told));
  return found.size === 1 ? [...found][0]! : '';
}

const anyAddress = /[^\s<>()[\]:;,"'«»“”„|=*]{1,64}@[^\s<>()[\]:;,"'«»“”„|=*/?]{1,255}/gu;

/** Of whom it speaks: a header for that, or the words, or, where they name nobody, the copy of the mail below them. */
function findNamed(mail: ParsedMail, told: string, words: string): string[] {
  const header = mail.headerLines.filter(({ key }) => key === 'x-failed-recipients').map(({ line }) => line);
  const senders = addressesOf(mail.from).join(' ').toLowerCase();
  const isRecipient = (address: string) => !senders.includes(address.toLowerCase()) && !/^bounce\+/i.test(address);
  const namedIn = (text: string) =>
    [...text.matchAll(anyAddress)].map(([address]) => address.replace(/[.!?]+$/, '')).filter(isRecipient);
  const copies = mail.attachments
    .filter(({ contentType }) =>
      ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'].includes(contentType),
    )
    .map(({ content }) => content.toString('utf8', 0, longestWords));
  const below = [words.slice(told.length), ...copies].flatMap((copy) => copy.match(/^to: ?.{0,500}/gim) ?? []);
  return (
    [
      namedIn(header.join('\n').replaceAll(/^x-failed-recipients:/gim, '')),
      namedIn(told),
      namedIn(below.join('\n')),
    ].find(({ length }) => length) ?? []
  );
}

const isDaemon = (name: string) => returnedWords.daemon.test(name);

/** Without a return address of its own (RFC 5321, section 4.5.5), or under the name of a server, or with its headers. */
function isOfMailServer({ headerLines, from, subject = '' }: ParsedMail): boolean {
  const has = (key: string, value = /./) =>
    headerLines.some((header) => header.key === key && value.test(header.line.slice(key.length + 1)));
  if (has('x-failed-recipients')) return true;
  if (addressesOf(from).some(isDaemon) || returnedWords.failedSubject.test(subject)) return true;
  return has('return-path', /^\s*<>/) && !isAutomatic({ headerLines, subject });
}

const automaticHeaders = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-mail-autoreply', 'x-autogenerated'];

function isAutomatic({ headerLines, subject = '' }: Pick<ParsedMail, 'headerLines' | 'subject'>): boolean {
  const isMarked = headerLines.some(
    ({ key, line }) =>
      automaticHeaders.includes(key) ||
      (key === 'auto-submitted' && /auto-(?:replied|generated|notified)/i.test(line)) ||
      (key === 'precedence' && /auto[_-]reply/i.test(line)),
  );
  return isMarked || returnedWords.away.test(subject);
}

/** Good enough to look for words: entities of what stands in addresses, and no tags. */
const textOfHtml = (html: string) =>
  html
    .slice(0, 5 * longestWords)
    .replaceAll(/<(?:br|p|div|tr|li|h\d)\b[^>]{0,500}>/gi, '\n')
    .replaceAll(/<[^>]{0,2000}>/g, '')
    .replaceAll(/&(lt|gt|amp|nbsp|quot|#39|#64);/g, (_, name: string) => entities[name]!);

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  nbsp: ' ',
  quot: '"',
  '#39': "'",
  '#64': '@',
};
