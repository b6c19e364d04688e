/** Finding of one record of a domain that sends mail. */
export interface RecordCheck {
  name: 'SPF' | 'DKIM' | 'DMARC';
  /** Where in the DNS. */
  at: string;
  isWell: boolean;
  finding: string;
}

/** Answers the texts at a name, each in pieces; rejects as `node:dns` does. */
type Resolve = (name: string) => Promise<string[][]>;

/** What a domain says about its mails: RFC 7208 (SPF), 6376 (DKIM), 7489 (DMARC). */
export async function checkMailRecords(
  domain: string,
  selector: string | undefined,
  resolve: Resolve,
): Promise<RecordCheck[]> {
  return [
    await check('SPF', domain, /^v=spf1(?: |$)/i, judgeSpf, resolve),
    selector === undefined
      ? {
          name: 'DKIM',
          at: `….${dkimFolder}.${domain}`,
          isWell: false,
          finding: 'not looked up: --selector names the key.',
        }
      : await check('DKIM', `${selector}.${dkimFolder}.${domain}`, /(?:^|;)\s*p=/i, judgeDkim, resolve),
    await check('DMARC', `_dmarc.${domain}`, /^v=DMARC1\b/i, judgeDmarc, resolve),
  ];
}

const dkimFolder = '_domainkey';

const wanted: Record<RecordCheck['name'], string> = {
  SPF: 'v=spf1 include:<what the mail server’s operator names> -all',
  DKIM: 'v=DKIM1; k=rsa; p=<the public key of the mail server’s operator>',
  DMARC: 'v=DMARC1; p=quarantine; adkim=s; rua=mailto:<who reads the reports>',
};

/** Undefined where the record is well. */
type Judge = (record: string) => string | undefined;

async function check(
  name: RecordCheck['name'],
  at: string,
  pattern: RegExp,
  judge: Judge,
  resolve: Resolve,
): Promise<RecordCheck> {
  let texts: string[];
  try {
    texts = (await resolve(at)).map((pieces) => pieces.join(''));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code !== 'ENOTFOUND' && code !== 'ENODATA')
      return { name, at, isWell: false, finding: `the DNS does not answer (${code}).` };
    texts = [];
  }
  const records = texts.filter((text) => pattern.test(text));
  const [record] = records;
  if (record === undefined) return { name, at, isWell: false, finding: `none. Wanted: ${wanted[name]}` };
  if (records.length > 1) return { name, at, isWell: false, finding: 'there are several, so that none counts.' };
  const fault = judge(record);
  return { name, at, isWell: !fault, finding: fault ? `${record}: ${fault}` : record };
}

const judgeSpf: Judge = (record) =>
  /\s[~-]all\s*$/i.test(record) ? undefined : 'it does not end with -all or ~all, so it forbids nobody anything.';

const judgeDkim: Judge = (record) =>
  /(?:^|;)\s*p=\s*[A-Za-z\d+/]/.test(record) ? undefined : 'its key is empty: it has been withdrawn.';

const judgeDmarc: Judge = (record) =>
  /;\s*p=\s*(?:quarantine|reject)\b/i.test(record) ? undefined : 'its policy is not quarantine or reject.';
