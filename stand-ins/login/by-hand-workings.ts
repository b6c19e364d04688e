import { actButton, handField, handForm, handSelect } from './by-hand-form.ts';
import type { ByHandView } from './by-hand-view.ts';
import { clientId, emailVerifications } from './config.ts';
import { faultKinds, keysFaultKinds } from './faults.ts';
import { type Html, html } from './html.ts';
import type { MessageId } from './messages.ts';

type FaultName = (typeof faultKinds)[number] | (typeof keysFaultKinds)[number];

const meanings: Record<FaultName, MessageId> = {
  ok: 'faultOk',
  'dead-session': 'faultDeadSession',
  'rate-limited': 'faultRateLimited',
  unavailable: 'faultUnavailable',
  'html-502': 'faultHtml',
  drop: 'faultDrop',
  hang: 'faultHang',
  'lost-reply': 'faultLostReply',
  slow: 'faultSlow',
  lying: 'faultLying',
  garbage: 'faultGarbage',
};

/** What can be made to go wrong, as it is now. */
export function faultsSection({ t, locale, transaction, faults, config }: ByHandView): Html {
  const options = (kinds: readonly FaultName[]) =>
    kinds.map((kind): [string, string] => [kind, `${kind} – ${t(meanings[kind])}`]);
  return html`<p>${t('handFaultsText')}</p>
${handForm({ locale, transaction }, [
  handSelect({
    id: 'fault-authenticate',
    name: 'authenticate',
    label: t('handFaultAuthenticate'),
    options: options(faultKinds),
    selected: faults.authenticate,
  }),
  handSelect({
    id: 'fault-jwks',
    name: 'jwks',
    label: t('handFaultJwks'),
    options: options(keysFaultKinds),
    selected: faults.jwks,
  }),
  handField({
    id: 'fault-delay',
    name: 'delayMs',
    label: t('handFaultDelay'),
    type: 'number',
    value: faults.delayMs,
  }),
  handField({
    id: 'fault-token',
    name: 'tokenSeconds',
    label: t('handFaultToken'),
    type: 'number',
    hint: t('handFaultTokenHint', { seconds: config.tokenSeconds }),
    value: faults.tokenSeconds,
  }),
  handSelect({
    id: 'fault-verification',
    name: 'emailVerification',
    label: t('handFaultVerification'),
    options: emailVerifications.map((kind) => [
      kind,
      t(kind === 'required' ? 'handFaultVerificationRequired' : 'handFaultVerificationOffered'),
    ]),
    selected: faults.emailVerification ?? config.emailVerification,
  }),
  html`<div class="buttons">${[
    actButton('set-faults', t('handFaultsSet')),
    actButton('end-faults', t('handFaultsEnd')),
  ]}</div>`,
])}`;
}

/** The keys that are published, the one that signs first. */
export function keysSection({ t, locale, transaction, keyIds }: ByHandView): Html {
  return html`<p>${t('handKeysText')}</p>
<ol class="keys">${keyIds.map((id) => html`<li><code>${id}</code></li>`)}</ol>
${handForm({ locale, transaction }, [
  html`<div class="buttons">${[
    actButton('rotate-keys', t('handKeysRotate')),
    actButton('replace-keys', t('handKeysReplace')),
  ]}</div>`,
])}`;
}

/** How the refresh token travels now, and how to see the other way. */
export function cookieModeSection({ t, config }: ByHandView): Html {
  const { hostname, port: sitePort, protocol } = new URL(config.siteOrigins[0]);
  const isDevelopmentMode = hostname === 'localhost' || hostname === '127.0.0.1';
  const origin = `${protocol}//app.localhost${sitePort && `:${sitePort}`}`;
  const commands = `SITE_ORIGIN=${origin} LOGIN_PORT=${config.port} node stand-ins/login/main.ts

SITE_ORIGIN=${origin} PORT=${sitePort || 3000} LOGIN_CLIENT_ID=${clientId} \\
LOGIN_API_HOSTNAME=auth.app.localhost:${config.port} \\
LOGIN_ISSUERS=${config.issuer} \\
LOGIN_JWKS_URL=${config.ownOrigin}/sso/jwks/${clientId} npm start`;
  return html`<p>${t(isDevelopmentMode ? 'handDevelopmentMode' : 'handCookieModeOn')}</p>
${isDevelopmentMode && html`<p>${t('handCookieModeText', { site: origin })}</p><pre><code>${commands}</code></pre>`}`;
}
