/** What the installer requires of a computer (specification 5 and 9), in decimal gigabytes and minutes. */
export const installer = {
  downloadGigabytes: 28,
  installedGigabytes: 35,
  installationMinutes: 10,
} as const;

/** Free space needed during installation: the installer plus what it installs, in decimal gigabytes. */
export const installationSpaceGigabytes = installer.downloadGigabytes + installer.installedGigabytes;

/** Platforms of the desktop app (specification 2 and 9); versions are those it is tested on, endings those of what installs it. */
export const platforms = {
  windows: { name: 'Windows', testedVersions: ['10', '11'], available: true, endings: ['.exe', '.msi'] },
  macos: {
    name: 'macOS',
    testedVersions: ['12', '13', '14', '15'],
    available: false,
    endings: ['.dmg', '.pkg', '.zip', '.tar.gz'],
  },
} as const;

export type Platform = keyof typeof platforms;

/** Of updates: pre-releases are for `beta`, which gets a newer stable version as well. */
export const updateChannels = ['stable', 'beta'] as const;

export type UpdateChannel = (typeof updateChannels)[number];

export const platformNames = Object.keys(platforms) as [Platform, ...Platform[]];

/** Languages that can be dictated (specification 1), BCP 47 tags. */
export const contentLanguages = ['en-US', 'en-GB', 'de', 'fr', 'it', 'es', 'pt', 'sv', 'da', 'nb'] as const;

/** Models in use (specification 9). The online ones are only defaults: the operator's configuration decides. */
export const models = {
  online: { preferred: 'GPT-5', fallback: 'GPT-4.1' },
  /** When the provider retires each of them, and what follows it once a version of the AI policy is in force that names it. */
  successors: {
    preferred: { endsOn: '2026-12-11', model: 'gpt-6.1-sol' },
    fallback: { endsOn: '2027-01-14', model: 'gpt-6-luna' },
  },
  local: ['NeMo Parakeet', 'NeMo Canary', 'Whisper', 'Zipformer'],
} as const;

/** Who receives the text of a transcript in online mode, and in which countries (Privacy Policy, section 6). */
export const textRecipient = { name: 'OpenAI', countries: ['IE', 'US'] } as const;
