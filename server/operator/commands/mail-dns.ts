import { resolveTxt } from 'node:dns/promises';
import { OperatorMistake, readOptions, type SettingsCommand } from '../../contract/command.ts';
import { checkMailRecords } from '../mail-records.ts';

/** Other servers take a mail for forged when the domain does not vouch for whoever sends it. */
export const mailDns: SettingsCommand = {
  kind: 'settings',
  name: 'mail dns',
  usage: '[--selector <name of the DKIM key>]',
  summary: 'Looks up whether the domain of MAIL_FROM vouches for its mails: SPF, DKIM and DMARC',
  async work({ mail }, args) {
    const { values, positionals } = readOptions(args, { selector: { type: 'string' } });
    if (positionals.length) throw new OperatorMistake('mail dns takes only --selector.');
    if (values.selector !== undefined && !/^[\w.-]{1,63}$/.test(values.selector))
      throw new OperatorMistake('The selector is what stands before ._domainkey, such as s1.');
    const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1);
    const checks = await checkMailRecords(domain, values.selector, resolveTxt);
    const failed = checks.filter(({ isWell }) => !isWell);
    return {
      lines: checks.map(
        ({ name, at, isWell, finding }) => `${isWell ? 'ok   ' : 'wrong'} ${name} at ${at}: ${finding}`,
      ),
      outcome: failed.length ? `wrong: ${failed.map(({ name }) => name).join(', ')}` : 'all well',
      failed: failed.length > 0,
    };
  },
};
