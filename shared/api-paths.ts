/** Machine addresses of the API: the server mounts them, the site calls them. */
export const apiPaths = {
  health: '/api/health',
  openapi: '/api/openapi.json',
  releases: '/api/releases',
  documents: '/api/documents',
  account: '/api/account',
  downloads: '/api/downloads',
  consents: '/api/consents',
  statistics: '/api/statistics',
} as const;

/** Address of one version of a platform, with the hashes of its parts. */
export function releaseVersionPath(platform: string, version: string): string {
  return `${apiPaths.releases}/${platform}/${encodeURIComponent(version)}`;
}

/** Feeds of releases: for the three update programs, and for feed readers. */
export const updateFeedPaths = {
  electron: { windows: '/updates/latest.yml', macos: '/updates/latest-mac.yml' },
  tauri: '/updates/tauri.json',
  sparkle: '/updates/appcast.xml',
  atom: '/updates/releases.atom',
} as const;

/** Where a signed-in app fetches the file of an update. */
export function updateFilePath({ platform, version, fileName }: Record<'platform' | 'version' | 'fileName', string>) {
  return `/updates/${platform}/${encodeURIComponent(version)}/${encodeURIComponent(fileName)}`;
}

/** Where a download is given a new link to the same version. */
export function downloadLinkPath(downloadId: string): string {
  return `${apiPaths.downloads}/${downloadId}/link`;
}

/** Address of a downloadable file, before it is signed. */
export function downloadFilePath(downloadId: string, fileName: string): string {
  return `/downloads/${downloadId}/${encodeURIComponent(fileName)}`;
}
