import { operator } from '../../../shared/business/company.ts';
import type { Platform } from '../../../shared/business/product.ts';
import type { Locale } from '../../../shared/locales.ts';
import { escapeMarkup } from '../../../shared/markup.ts';
import type { StoredFile, StoredRelease } from './release.ts';
import { channelOf, compareVersions } from './rollout.ts';

/** A release with the file that an update program fetches, and its address. */
export interface FeedEntry {
  release: StoredRelease;
  file: StoredFile;
  fileUrl: string;
}

/**
 * What electron-updater reads (`latest.yml`, `beta-mac.yml` and so on): YAML with every string in double quotes, as JSON writes
 * them. Only for releases with a SHA-512.
 */
export function describeForElectron({ release, file, fileUrl }: FeedEntry, locale: Locale): string {
  const { version, publishedAt, notes, stagingPercentage } = release;
  const { sha512, sizeBytes } = file;
  const text = (value: string) => JSON.stringify(value);
  return [
    `version: ${text(version)}`,
    'files:',
    `  - url: ${text(fileUrl)}`,
    `    sha512: ${text(sha512 ?? '')}`,
    `    size: ${sizeBytes}`,
    `path: ${text(fileUrl)}`,
    `sha512: ${text(sha512 ?? '')}`,
    `releaseDate: ${text(publishedAt.toISOString())}`,
    // Whom it is told to is decided already, by the same rule.
    ...(stagingPercentage === null ? [] : [`stagingPercentage: ${stagingPercentage}`]),
    ...(notes ? [`releaseNotes: ${text(notes[locale])}`] : []),
    '',
  ].join('\n');
}

/** Names of platforms and processors in Tauri's updater. */
const tauriTargets: Record<Platform, string[]> = {
  windows: ['windows-x86_64'],
  macos: ['darwin-aarch64', 'darwin-x86_64'],
};

/**
 * What Tauri's updater reads, from the newest release of each platform. It has room for one version: of several platforms the lowest
 * of theirs, or apps of the one that is behind would fetch the same file again and again.
 */
export function describeForTauri(entries: readonly FeedEntry[], locale: Locale): object {
  const [lowest] = entries.map(({ release }) => release).toSorted(compareVersions);
  return {
    version: lowest?.version,
    notes: lowest?.notes?.[locale] ?? '',
    pub_date: lowest?.publishedAt.toISOString(),
    platforms: Object.fromEntries(
      entries.flatMap(({ release, file, fileUrl }) =>
        tauriTargets[release.platform].map((target) => [
          target,
          { signature: Buffer.from(file.signature ?? '').toString('base64'), url: fileUrl },
        ]),
      ),
    ),
  };
}

/**
 * What Sparkle reads: an appcast, which is RSS with extra elements. It has pre-releases in it: an app sees those of the channels that it
 * names itself. Sparkle compares no further than to the first hyphen (its `SUStandardVersionComparator`), and letters after a number
 * count for it as what comes before that number: `1.2.0beta.1`.
 */
export function describeForSparkle(entries: readonly FeedEntry[], feedUrl: string, locale: Locale): string {
  const items = entries.map(({ release, file, fileUrl }) => {
    const { version, minimumSystem, publishedAt, notes } = release;
    const { sparkleSignature, sizeBytes } = file;
    const signature = sparkleSignature ? ` sparkle:edSignature="${escapeXml(sparkleSignature)}"` : '';
    const optional = [
      channelOf(release) === 'beta' && '<sparkle:channel>beta</sparkle:channel>',
      minimumSystem && `<sparkle:minimumSystemVersion>${escapeXml(minimumSystem)}</sparkle:minimumSystemVersion>`,
      notes && `<description sparkle:format="plain-text">${escapeXml(notes[locale])}</description>`,
    ].flatMap((element) => (element ? `      ${element}\n` : []));
    return `    <item>
      <title>${escapeXml(version)}</title>
      <pubDate>${publishedAt.toUTCString()}</pubDate>
      <sparkle:version>${escapeXml(version.replaceAll('-', ''))}</sparkle:version>
      <sparkle:shortVersionString>${escapeXml(version)}</sparkle:shortVersionString>
${optional.join('')}      <enclosure url="${escapeXml(fileUrl)}" length="${sizeBytes}" type="application/octet-stream"${signature}/>
    </item>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">
  <channel>
    <title>Writing Ant</title>
    <link>${escapeXml(feedUrl)}</link>
    <language>${locale}</language>
${items.join('')}  </channel>
</rss>
`;
}

/** All releases for feed readers (RFC 4287), newest first; they link to the download page. */
export function describeForReaders(
  entries: readonly StoredRelease[],
  { feedUrl, pageUrl, locale }: { feedUrl: string; pageUrl: string; locale: Locale },
): string {
  const updated = entries[0]?.publishedAt ?? new Date(0);
  const items = entries.map(
    ({ platform, version, publishedAt, notes, sha256 }) => `  <entry>
    <id>urn:sha256:${sha256}:${platform}:${escapeXml(version)}</id>
    <title>Writing Ant ${escapeXml(version)} (${platform})</title>
    <updated>${publishedAt.toISOString()}</updated>
    <link rel="alternate" href="${escapeXml(pageUrl)}"/>
    <content type="text">${escapeXml(notes?.[locale] ?? '')}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">
  <id>${escapeXml(feedUrl)}</id>
  <title>Writing Ant</title>
  <updated>${updated.toISOString()}</updated>
  <author><name>${escapeXml(operator.companyName)}</name></author>
  <link rel="self" href="${escapeXml(feedUrl)}"/>
  <link rel="alternate" href="${escapeXml(pageUrl)}"/>
${items.join('')}</feed>
`;
}

/** For text and for attributes in double quotes; control characters that XML does not allow are dropped. */
function escapeXml(text: string): string {
  const allowed = [...text].filter((character) => character >= ' ' || '\t\n\r'.includes(character)).join('');
  return escapeMarkup(allowed);
}
