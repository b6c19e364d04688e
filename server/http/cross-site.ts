import type { onRequestAsyncHookHandler } from 'fastify';
import type { Config } from '../config/config.ts';
import { Problem } from './problem.ts';

/**
 * Refuses what a page of another site has its visitors send, for whatever mails somebody: it would come from their addresses. Browsers
 * say so themselves, and no script can; programs are no browsers, and are limited by their addresses.
 */
export const refuseCrossSite =
  ({ siteOrigin }: Pick<Config, 'siteOrigin'>): onRequestAsyncHookHandler =>
  async ({ headers }) => {
    if (headers['sec-fetch-site'] === 'cross-site' && headers.origin !== siteOrigin)
      throw new Problem('cross-site-request');
  };
