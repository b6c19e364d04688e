import type { onRequestAsyncHookHandler } from 'fastify';
import type { Config } from '../config/config.ts';
import { Problem } from './problem.ts';

/**
 * Refuses what a page of another site has its visitors send, for whatever mails somebody: it would come from their addresses. Browsers
 * say so themselves, and no script can; those that are too old for `Sec-Fetch-Site` say at least of which origin the page is. Programs
 * are no browsers, and are limited by their addresses.
 */
export const refuseCrossSite =
  ({ siteOrigin }: Pick<Config, 'siteOrigin'>): onRequestAsyncHookHandler =>
  async ({ headers: { 'sec-fetch-site': site, origin } }) => {
    const isOurs = origin === siteOrigin || (site === undefined ? origin === undefined : site !== 'cross-site');
    if (!isOurs) throw new Problem('cross-site-request');
  };
