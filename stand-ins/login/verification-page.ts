import type { Locale } from '../../shared/locales.ts';
import { html } from '../html.ts';
import { outboxPath } from './addresses.ts';
import { type FormField, type FormPageView, formPage } from './form-page.ts';
import type { Translate } from './messages.ts';

/** The button that asks for another mail. */
export const sendAgain = { name: 'wish', value: 'mail' };

interface VerificationView extends Pick<FormPageView, 'action' | 'hidden' | 'formFault' | 'notice' | 'cancelAddress'> {
  locale: Locale;
  t: Translate;
  /** Whose address is to be confirmed: asked for in a field, unless it is known. */
  email: { known: string } | { typed: string; fault?: string | undefined };
  codeFault?: string | undefined;
}

/** Asks for the code of the mail. The link in it does as well. */
export function verificationPage({ email, codeFault, t, ...view }: VerificationView): string {
  const code: FormField = { name: 'code', label: t('code'), autocomplete: 'one-time-code', fault: codeFault };
  const address: FormField[] =
    'known' in email
      ? []
      : [
          {
            name: 'email',
            label: t('email'),
            type: 'email',
            autocomplete: 'email',
            value: email.typed,
            fault: email.fault,
          },
        ];
  return formPage({
    ...view,
    t,
    title: t('verificationTitle'),
    lead: 'known' in email ? t('verificationText', { email: email.known }) : t('verificationByHand'),
    fields: [...address, code],
    submit: t('confirm'),
    below: [
      html`<p class="switch">${t('mailMissing')}
<button class="link" name="${sendAgain.name}" value="${sendAgain.value}">${t('sendAgain')}</button></p>`,
      html`<p><a href="${outboxPath}" target="_blank">${t('toOutbox')} ${t('inNewTab')}</a></p>`,
    ],
  });
}
