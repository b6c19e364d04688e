import { clientId } from '../../stand-ins/login/config.ts';

/**
 * Settings of a site whose login provider, the stand-in, has a host name of its own below the site's, as in production:
 * it then keeps the session in cookies of its own. `siteOrigin` is one of `app.localhost`; browsers reach the provider
 * at `frontPort`, which is its own port unless a proxy stands in front of it.
 */
export function cookieModeSettings(siteOrigin: string, loginPort: number, frontPort = loginPort) {
  const site = { SITE_ORIGIN: siteOrigin };
  const issuer = `http://localhost:${loginPort}`;
  const loginOrigin = `${new URL(siteOrigin).protocol}//auth.app.localhost:${frontPort}`;
  return {
    login: site,
    server: {
      ...site,
      LOGIN_CLIENT_ID: clientId,
      LOGIN_API_HOSTNAME: new URL(loginOrigin).host,
      LOGIN_ISSUERS: `${issuer}/user_management/${clientId}`,
      LOGIN_JWKS_URL: `${issuer}/sso/jwks/${clientId}`,
    },
    loginOrigin,
  };
}

/** What a browser has of a session in cookie mode, as the stand-in sets it (stand-ins/login/cookies.ts). */
export function keptSessionCookies(site: { origin: string; loginOrigin: string }, refreshToken: string) {
  const secure = site.origin.startsWith('https:');
  const common = { sameSite: 'Lax', secure, expires: Date.now() / 1000 + 3600 } as const;
  const { hostname: domain } = new URL(site.loginOrigin);
  const siteDomain = `.${new URL(site.origin).hostname}`;
  return [
    { ...common, name: 'login-refresh-token', value: refreshToken, domain, path: '/user_management', httpOnly: true },
    { ...common, name: 'workos-has-session', value: clientId, domain: siteDomain, path: '/' },
  ];
}
