import { addressOf } from './endpoints.ts';

/** The waiting list: forms and pages, which work without a script. */
export const accessPaths = {
  ask: '/access-requests',
  confirm: '/access-requests/:id/confirm/:key',
  leave: '/access-requests/:id/leave/:key',
} as const;

/** A link that only the owner of the address has. */
export function accessLinkPath(id: string, act: 'confirm' | 'leave', key: string): string {
  return addressOf({ path: accessPaths[act] }, { id, key });
}

/** Feeds of releases: for the three update programs, and for feed readers. */
export const updateFeedPaths = {
  electron: { windows: '/updates/latest.yml', macos: '/updates/latest-mac.yml' },
  tauri: '/updates/tauri.json',
  sparkle: '/updates/appcast.xml',
  atom: '/updates/releases.atom',
} as const;
