import { addressOf } from './endpoints.ts';

/** The waiting lists: forms and pages, which work without a script. */
export const accessPaths = {
  ask: '/access-requests',
  confirm: '/access-requests/:id/confirm/:key',
  leave: '/access-requests/:id/leave/:key',
} as const;

/** A link that only the owner of the address has. */
export function accessLinkPath(id: string, act: 'confirm' | 'leave', key: string): string {
  return addressOf({ path: accessPaths[act] }, { id, key });
}

/**
 * Feeds of releases, by channel and platform, as the three update programs name them: electron-updater appends `-mac`, Tauri says
 * `darwin`. `tauriOfAll` is for apps that were built before each platform had an address of its own.
 */
export const updateFeedPaths = {
  electron: {
    stable: { windows: '/updates/latest.yml', macos: '/updates/latest-mac.yml' },
    beta: { windows: '/updates/beta.yml', macos: '/updates/beta-mac.yml' },
  },
  tauri: {
    stable: { windows: '/updates/tauri/stable/windows.json', macos: '/updates/tauri/stable/darwin.json' },
    beta: { windows: '/updates/tauri/beta/windows.json', macos: '/updates/tauri/beta/darwin.json' },
  },
  tauriOfAll: '/updates/tauri.json',
  sparkle: '/updates/appcast.xml',
  atom: '/updates/releases.atom',
} as const;
