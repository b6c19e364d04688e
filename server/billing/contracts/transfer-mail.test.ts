import { inflateSync } from 'node:zlib';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoicePdfPath } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, moveTo } from '../../../tests/factories/billing.ts';
import { startMailServer, type TestMailServer } from '../../../tests/factories/mail-server.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { showMails } from '../../platform/mails/mails.ts';

let api: TestApi;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startMailServer();
  api = await createTestApi({ SALES_OPEN: 'ch', SMTP_URL: smtp.url });
  api.time.now = new Date('2027-03-01T09:00:00Z');
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const storedMail = async (accountId: string, kind: string) => {
  const mails = api.database.kysely.selectFrom('mails').selectAll().where('account_id', '=', accountId);
  return mails.where('kind', '=', kind).executeTakeFirstOrThrow();
};

/** The mail as its server was given it. */
async function arrived(accountId: string, kind: string) {
  const { id } = await storedMail(accountId, kind);
  for (let turns = 0; turns < 4; turns++) {
    expect(await api.runDueJobs()).toEqual([]);
    const found = smtp.received.find(({ message }) => message.includes(`<${id}@`));
    if (found) return { raw: found.message, ...(await simpleParser(found.message)) };
  }
  throw new Error(`${kind} did not arrive.`);
}

/** Of a PNG of one bit a pixel: whether a pixel is dark. */
function readPicture(png: Buffer) {
  const side = png.readUInt32BE(16);
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  const isDark = (x: number, y: number) =>
    (rows[y * (1 + Math.ceil(side / 8)) + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0;
  return { side, isDark };
}

it('the mail about an order by transfer brings its code and its invoice, which is stored once', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  const [invoice] = await buyer.invoices();
  // Written before the document was made.
  expect(invoice!.hasPdf).toBe(false);
  const mail = await arrived(buyer.userId, 'order-received');
  const pdf = mail.attachments.find(({ contentType }) => contentType === 'application/pdf')!;
  const shown = await api.get(invoicePdfPath(invoice!.id), buyer.userId);
  expect(pdf.filename).toBe(`writing-ant-${invoice!.number}.pdf`);
  expect(pdf.content.equals(shown.rawPayload)).toBe(true);
  expect(mail.text).toContain(`writing-ant-${invoice!.number}.pdf`);

  const { qr } = (await buyer.subscription()).payment!.invoice!;
  const code = mail.attachments.find(({ contentType }) => contentType === 'image/png')!;
  expect([code.contentDisposition, code.related]).toEqual(['inline', true]);
  const [, alternative] = /<img src="cid:payment-code" alt="([^"]+)"/.exec(wordsOf(mail.raw))!;
  expect(alternative).toBe('Swiss QR Code mit Konto, Betrag und Referenz');
  const { side, isDark } = readPicture(code.content);
  const scale = side / (qr!.size + 8);
  const wrong = [];
  for (let y = 0; y < qr!.size; y++)
    for (let x = 0; x < qr!.size; x++) {
      const isUnderCross = Math.max(Math.abs(x + 0.5 - qr!.size / 2), Math.abs(y + 0.5 - qr!.size / 2)) < qr!.size / 11;
      const middle = (module: number) => Math.floor((module + 4.5) * scale);
      if (!isUnderCross && isDark(middle(x), middle(y)) !== qr!.path.includes(`M${x} ${y}h`)) wrong.push([x, y]);
    }
  expect(wrong).toEqual([]);
  for (const fact of ['RF', 'CHF', 'CH', invoice!.number]) expect(mail.text).toContain(fact);

  const stored = (await storedMail(buyer.userId, 'order-received')).message!;
  expect(stored).not.toContain(pdf.content.toString('base64').slice(0, 70));
  expect(mail.raw.length - stored.length).toBeGreaterThan(pdf.size);
  // With the texts of the contract.
  expect(mail.raw.length).toBeLessThan(900_000);
  const [atTerminal] = await showMails([{ message: stored }]);
  expect(atTerminal!.attachments).toContain(`writing-ant-${invoice!.number}.pdf, application/pdf`);
});

it('an invoice for another term comes with both, too, and one that a card pays without a code', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2027-03-25T09:00:00Z');
  const mail = await arrived(buyer.userId, 'invoice-issued');
  expect(mail.attachments.map(({ contentType }) => contentType)).toEqual(['image/png', 'application/pdf']);
});
