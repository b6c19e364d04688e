import * as z from 'zod/mini';
import type { StartAnswer } from '../../../shared/api/desktop-start.ts';
import type { Platform } from '../../../shared/business/product.ts';
import { formatDay } from '../../../shared/format.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, type PagePath, paths } from '../../../shared/paths.ts';
import {
  compareSemanticVersions,
  readSemanticVersion,
  type SemanticVersion,
} from '../../../shared/semantic-version.ts';
import type { Config } from '../../config/config.ts';
import type { Queries } from '../../database/schema.ts';
import type { Releases } from '../../delivery/releases/releases.ts';
import { describeOwnAccount } from '../../people/accounts/accounts.ts';
import { type LegalDocuments, titleOf } from '../../people/legal-documents/legal-documents.ts';
import { fillText, readTexts } from '../../texts.ts';

const textsSchema = z.strictObject({ closing: z.string(), documents: z.string(), update: z.string() });

type Texts = Record<Locale, z.infer<typeof textsSchema>>;

/** What users are told at the start, in every language. */
export const readStartTexts = (): Promise<Texts> => readTexts('desktop-start', textsSchema);

interface Sources {
  config: Pick<Config, 'siteOrigin' | 'desktop'>;
  queries: Queries;
  releases: Pick<Releases, 'findCurrent'>;
  legalDocuments: Pick<LegalDocuments, 'announced' | 'findText' | 'versionsOf'>;
  texts: Texts;
}

interface Asking {
  accountId: string;
  platform: Platform;
  appVersion: SemanticVersion | undefined;
  locale: Locale;
  now: Date;
}

type Facts = Pick<StartAnswer, 'versions' | 'documents' | 'closing' | 'announcements'>;

/** Versions of the app, documents that will change, when the account ends, and what to tell the user of these. */
export async function describeStart(
  { config, queries, releases, legalDocuments, texts }: Sources,
  { accountId, platform, appVersion, locale, now }: Asking,
): Promise<Facts> {
  const { siteOrigin, desktop } = config;
  const pageOf = (page: PagePath) => siteOrigin + localizedPath(page, locale);
  const [current, account] = await Promise.all([
    releases.findCurrent(platform, now),
    describeOwnAccount(queries, accountId, now),
  ]);
  const announced = legalDocuments.announced(now).map(({ document, version }) => ({
    document,
    version,
    title: titleOf(legalDocuments.findText(document, version, locale)?.text ?? ''),
    from: version,
    page: pageOf(legalDocuments.versionsOf(document, now).find((each) => each.version === version)!.path as PagePath),
  }));
  const closing = describeClosing(account);
  const newest = current?.version ?? null;
  const say = texts[locale];
  const dayOf = (time: string) => formatDay(locale, time.slice(0, 10));
  return {
    versions: { newest, oldest: desktop.minimumVersion, page: pageOf(paths.download) },
    documents: { announced, acceptPage: pageOf(paths.account) },
    closing,
    announcements: [
      ...(closing?.reason === 'country'
        ? [
            {
              kind: 'closing' as const,
              message: fillText(say.closing, { day: dayOf(closing.at) }),
              action: { url: pageOf(paths.account) },
            },
          ]
        : []),
      ...announced.map(({ title, from, page }) => ({
        kind: 'documents' as const,
        message: fillText(say.documents, { title, day: dayOf(from) }),
        action: { url: page },
      })),
      ...(newest !== null && isNewer(newest, appVersion)
        ? [
            {
              kind: 'update' as const,
              message: fillText(say.update, { version: newest }),
              action: { url: pageOf(paths.download) },
            },
          ]
        : []),
    ],
  };
}

function describeClosing({
  end,
  closesAt,
}: Pick<Awaited<ReturnType<typeof describeOwnAccount>>, 'end' | 'closesAt'>): Facts['closing'] {
  if (end) return { at: end.at, reason: end.by };
  return closesAt ? { at: closesAt, reason: 'country' } : null;
}

function isNewer(newest: string, used: SemanticVersion | undefined): boolean {
  const version = readSemanticVersion(newest);
  return version !== undefined && used !== undefined && compareSemanticVersions(version, used) > 0;
}
