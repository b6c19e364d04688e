// Written from the description of the service by types.test.ts: vitest -u writes it anew.

export const mostRepeats = 2;
export const mostReports = 200;
export const longestAnswerSeconds = 180;

export interface AcceptedDocument {
  document: 'terms' | 'eula' | 'ai-service-use-policy' | 'privacy-policy' | 'cookie-policy';
  version: string;
  id: string;
  locale: 'en' | 'de' | 'sv' | 'it' | 'fr';
  sha256: string;
  acceptedAt: string;
}

export interface Account {
  id: string;
  status: 'active' | 'ended' | 'suspended';
  end: {
    at: string;
    by: 'holder' | 'company';
    erasedAt: string;
  } | null;
  restrictedAt: string | null;
  objectedAt: string | null;
  closesAt: string | null;
  profile: {
    fullName: string;
    email: string;
    country: string;
  } | null;
  measures: Array<Measure>;
  mailReturns: boolean;
  emailState: 'confirmed' | 'asked' | 'unchecked' | null;
  billingEmail: {
    email: string;
    state: 'confirmed' | 'asked' | 'unchecked';
  } | null;
  plan: 'free' | 'moderate' | 'high' | 'enterprise';
  quotas: {
    onlineRequestsPerMonth: number;
    maxOnlineRecordingMinutes: number;
    offlineRequestsPerMonth: number | 'unlimited';
  };
  cycle: {
    start: string;
    end: string;
  } | null;
  usage: Quotas;
  acceptedDocuments: Array<AcceptedDocument>;
}

export interface AnnouncedDocument {
  document: 'terms' | 'eula' | 'ai-service-use-policy' | 'privacy-policy' | 'cookie-policy' | 'impressum' | 'accessibility' | 'withdrawal';
  version: string;
  title: string;
  from: string;
  page: string;
}

export interface Announcement {
  kind: 'closing' | 'documents' | 'update';
  message: string;
  action: {
    url: string;
  };
}

export interface DocumentText {
  document: 'terms' | 'eula' | 'ai-service-use-policy' | 'privacy-policy' | 'cookie-policy' | 'impressum' | 'accessibility' | 'withdrawal';
  version: string;
  locale: 'en' | 'de' | 'sv' | 'it' | 'fr';
  sha256: string;
  text: string;
}

export interface DocumentVersions {
  document: 'terms' | 'eula' | 'ai-service-use-policy' | 'privacy-policy' | 'cookie-policy' | 'impressum' | 'accessibility' | 'withdrawal';
  versions: Array<{
    version: string;
    state: 'former' | 'in-force' | 'announced';
    from: string;
    until: string | null;
    path: string;
    sha256: {
      en: string;
      de: string;
      sv: string;
      it: string;
      fr: string;
    };
    pdf: {
      en: {
        sha256: string;
        bytes: number;
      };
      de: {
        sha256: string;
        bytes: number;
      };
      sv: {
        sha256: string;
        bytes: number;
      };
      it: {
        sha256: string;
        bytes: number;
      };
      fr: {
        sha256: string;
        bytes: number;
      };
    };
  }>;
}

export interface Documents {
  documents: Array<{
    document: 'terms' | 'eula' | 'ai-service-use-policy' | 'privacy-policy' | 'cookie-policy';
    version: string;
  }>;
  announced: Array<{
    document: 'terms' | 'eula' | 'ai-service-use-policy' | 'privacy-policy' | 'cookie-policy' | 'impressum' | 'accessibility' | 'withdrawal';
    version: string;
  }>;
}

export interface Entitlement {
  entitlement: string;
  serverTime: string;
  refreshAfter: string;
}

export interface EntitlementClaims {
  iss: string;
  aud: string;
  sub: string;
  installation: string;
  platform: 'windows' | 'macos';
  iat: number;
  exp: number;
  plan: 'free' | 'moderate' | 'high' | 'enterprise';
  quotas: Quotas;
  maxRecordingSeconds: number;
  minimumVersion: string;
  closing?: {
    at: number;
    reason: 'country' | 'holder' | 'company';
  } | null;
}

export interface EntitlementKeys {
  keys: Array<{
    kty: string;
    crv: string;
    x: string;
    kid: string;
    alg: string;
    use: string;
  }>;
}

export interface EntitlementRequest {
  installationId: string;
  platform: 'windows' | 'macos';
}

export interface Health {
  status: 'ok';
  database: 'pglite' | 'postgresql';
  version: string;
  faults?: Array<string>;
}

export interface Measure {
  id: string;
  act: 'suspend' | 'throttle' | 'block';
  reason: 'payment' | 'terms' | 'content' | 'security' | 'law' | 'eligibility';
  sentence: string | null;
  until: string | null;
  objection: {
    at: string;
    decideBy: string;
    isDecided: boolean;
  } | null;
}

/** An error (RFC 9457). Decide by `code`; what is not known yet, by `status`. */
export interface Problem {
  type: string;
  code: 'validation-failed' | 'malformed-request' | 'country-not-eligible' | 'confirmation-missing' | 'documents-changed' | 'confirmations-changed' | 'platform-not-available' | 'consent-id-reused' | 'idempotency-key-reused' | 'authentication-required' | 'webhook-signature-invalid' | 'sales-closed' | 'subscription-exists' | 'order-changed' | 'debt-open' | 'payment-pending' | 'change-not-possible' | 'vat-check-unavailable' | 'card-provider-unreachable' | 'vat-number-invalid' | 'account-ended' | 'account-suspended' | 'text-service-blocked' | 'account-throttled' | 'sign-in-too-old' | 'desktop-app-required' | 'app-version-not-supported' | 'country-blocked' | 'account-restricted' | 'sign-in-again' | 'impersonation-not-allowed' | 'cross-site-request' | 'link-invalid' | 'link-expired' | 'release-withdrawn' | 'range-not-satisfiable' | 'not-found' | 'document-unknown' | 'document-version-unknown' | 'language-unknown' | 'method-not-allowed' | 'precondition-failed' | 'request-timeout' | 'payload-too-large' | 'address-too-long' | 'unsupported-media-type' | 'headers-too-large' | 'too-many-downloads' | 'link-used-up' | 'too-many-requests' | 'idempotency-key-missing' | 'request-in-progress' | 'request-already-answered' | 'recording-too-long' | 'transcript-too-long' | 'content-not-allowed' | 'quota-exhausted' | 'too-many-open-requests' | 'daily-ceiling-reached' | 'text-service-unavailable' | 'internal-error' | 'login-keys-unreachable' | 'service-unavailable';
  title: string;
  status: number;
  detail?: string;
  errors?: Array<{
    pointer: string;
    fault: 'required' | 'length' | 'range' | 'type' | 'pattern';
    detail: string;
  }>;
  message?: string;
  action?: {
    url: string;
  };
  resetsAt?: string;
  retryAfter?: number;
  reason?: 'payment' | 'terms' | 'content' | 'security' | 'law' | 'eligibility';
  until?: string | null;
  categories?: Array<string>;
  policy?: string;
  objections?: string;
  requestId?: string;
}

export interface Quota {
  limit: number | null;
  used: number;
  remaining: number | null;
  resetsAt: string | null;
}

export interface Quotas {
  online: Quota;
  offline: Quota;
}

export interface Release {
  platform: 'windows' | 'macos';
  status: 'available' | 'coming-soon' | 'withdrawn';
  testedVersions: Array<string>;
  version: string | null;
  fileName: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  parts: {
    sizeBytes: number;
    sha256: Array<string>;
  } | null;
  signature: string | null;
  publicKey: string | null;
  minimumSystem: string | null;
  notes: ReleaseNotes | null;
  publishedAt: string | null;
  sample: boolean;
  versions: Array<{
    version: string;
    fileName: string;
    sizeBytes: number;
    sha256: string;
    signature: string | null;
    publicKey: string | null;
    minimumSystem: string | null;
    notes: ReleaseNotes | null;
    status: 'available' | 'withdrawn';
    publishedAt: string;
    withdrawnAt: string | null;
  }>;
}

export interface ReleaseNotes {
  en: string;
  de: string;
  sv: string;
  it: string;
  fr: string;
}

export interface ReleaseVersion {
  version: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
  signature: string | null;
  publicKey: string | null;
  minimumSystem: string | null;
  notes: ReleaseNotes | null;
  status: 'available' | 'withdrawn';
  publishedAt: string;
  withdrawnAt: string | null;
  platform: 'windows' | 'macos';
  parts: {
    sizeBytes: number;
    sha256: Array<string>;
  };
}

export interface Releases {
  releases: Array<Release>;
}

export interface SpeechReport {
  id: string;
  mode: 'online' | 'offline';
  startedAt: string;
  seconds: number;
  language: 'en-US' | 'en-GB' | 'de' | 'fr' | 'it' | 'es' | 'pt' | 'sv' | 'da' | 'nb';
  model: string;
}

export interface SpeechReports {
  requests: Array<SpeechReport>;
}

export interface SpeechResult {
  id: string;
  state: 'counted' | 'over-quota' | 'known' | 'too-long';
  adjusted: boolean;
}

export interface SpeechResults {
  results: Array<SpeechResult>;
  quotas: Quotas;
}

export interface Start {
  serverTime: string;
  status: {
    text: 'available' | 'unavailable';
  };
  entitlement: Entitlement | null;
  refusal: {
    code: string;
    title: string;
    message?: string;
    action?: {
      url: string;
    };
  } | null;
  versions: {
    newest: string | null;
    oldest: string;
    page: string;
  };
  documents: {
    announced: Array<AnnouncedDocument>;
    acceptPage: string;
  };
  closing: {
    at: string;
    reason: 'country' | 'holder' | 'company';
  } | null;
  announcements: Array<Announcement>;
}

export interface TextAnswer {
  id: string;
  text: string;
  points?: Array<TextPoint>;
  outcome: 'changed' | 'unchanged';
  aiGenerated: boolean;
  model: string;
  promptVersion: string;
  usage: {
    inputTokens: number;
    outputTokens: number;
  };
  quota: {
    limit: number | null;
    used: number;
    remaining: number | null;
    resetsAt: string;
  };
}

export interface TextDelta {
  text: string;
}

export interface TextPoint {
  text: string;
  points: Array<string>;
}

export interface TextRequest {
  transcript: string;
  language: 'en-US' | 'en-GB' | 'de' | 'fr' | 'it' | 'es' | 'pt' | 'sv' | 'da' | 'nb';
  tone: 'neutral' | 'formal' | 'friendly';
  vocabulary?: Array<string>;
  previous?: string;
  recording?: {
    seconds: number;
  };
}

export interface TextRestart {
  model: string;
}

export interface TextStart {
  id: string;
  model: string;
}

export interface Usage {
  plan: 'free' | 'moderate' | 'high' | 'enterprise';
  cycle: {
    start: string;
    end: string;
  } | null;
  quotas: Quotas;
  dailyCeilingUntil: string | null;
  days: Array<{
    day: string;
    pool: 'online' | 'offline';
    requests: number;
  }>;
  totals: Array<{
    day: string;
    feature: 'speech-to-text' | 'text-enhancement' | 'text-generation';
    requests: number;
  }>;
  requests: Array<UsedRequest>;
  next: string | null;
}

export interface UsedRequest {
  id: string;
  requestedAt: string;
  feature: 'speech-to-text' | 'text-enhancement' | 'text-generation';
  operation: string;
  pool: 'online' | 'offline';
  state: 'open' | 'counted' | 'released' | 'over-quota';
  language: string;
  model: string | null;
  tokens: number | null;
}

/** Method and address of each call. */
export const operations = {
  getDescription: ['GET', '/api/openapi.json'],
  getHealth: ['GET', '/api/health'],
  getAccount: ['GET', '/api/account'],
  getComponents: ['GET', '/updates/{platform}/{version}/components.json'],
  getUpdateFile: ['GET', '/updates/{platform}/{version}/{fileName}'],
  getFile: ['GET', '/downloads/{id}/{fileName}'],
  getReleases: ['GET', '/api/releases'],
  getReleaseVersion: ['GET', '/api/releases/{platform}/{version}'],
  getElectronFeed: ['GET', '/updates/latest.yml'],
  getTauriFeed: ['GET', '/updates/tauri/stable/windows.json'],
  getElectronForMacFeed: ['GET', '/updates/latest-mac.yml'],
  getTauriForMacFeed: ['GET', '/updates/tauri/stable/darwin.json'],
  getElectronBetaFeed: ['GET', '/updates/beta.yml'],
  getTauriBetaFeed: ['GET', '/updates/tauri/beta/windows.json'],
  getElectronBetaForMacFeed: ['GET', '/updates/beta-mac.yml'],
  getTauriBetaForMacFeed: ['GET', '/updates/tauri/beta/darwin.json'],
  getTauriFeedOfAll: ['GET', '/updates/tauri.json'],
  getAppcast: ['GET', '/updates/appcast.xml'],
  getReleaseNews: ['GET', '/updates/releases.atom'],
  getDocuments: ['GET', '/api/documents'],
  getDocumentVersions: ['GET', '/api/documents/{document}'],
  getDocumentText: ['GET', '/api/documents/{document}/{version}'],
  getDocumentPdf: ['GET', '/api/documents/{document}/{version}/pdf'],
  endSession: ['DELETE', '/api/session'],
  getUsage: ['GET', '/api/usage'],
  getUsageTable: ['GET', '/api/usage/export'],
  reportSpeech: ['POST', '/api/speech/requests'],
  getEntitlement: ['POST', '/api/entitlements'],
  getEntitlementKeys: ['GET', '/.well-known/entitlement-keys.json'],
  enhanceText: ['POST', '/api/text/enhance'],
  structureText: ['POST', '/api/text/structure'],
  generateText: ['POST', '/api/text/generate'],
  startApp: ['GET', '/api/desktop/start'],
} as const;

/** What each call is given and answers. */
export interface Calls {
  /** This description. */
  getDescription: { answer: {
  openapi: string;
  paths: {

  };
} };
  /** Whether the service is ready. */
  getHealth: { answer: Health };
  /** One’s own account. */
  getAccount: { answer: Account };
  /** What an installed app of a version consists of: the files that it fetches where it lacks their hash. */
  getComponents: { path: { platform: 'windows' | 'macos'; version: string }; answer: {
  platform: 'windows' | 'macos';
  version: string;
  publicKey: string | null;
  components: Array<{
    name: string;
    fileName: string;
    sizeBytes: number;
    sha256: string;
    sha512: string | null;
    signature: string | null;
    parts: {
      sizeBytes: number;
      sha256: Array<string>;
    };
    url: string;
  }>;
} };
  /** A file of an update, for an app whose user has downloaded before. */
  getUpdateFile: { path: { platform: 'windows' | 'macos'; version: string; fileName: string }; answer: unknown };
  /** The file of a download, or a part of it. */
  getFile: { path: { id: string; fileName: string }; query: { expires: string; signature: string }; answer: unknown };
  /** Releases of every platform. */
  getReleases: { answer: Releases };
  /** One version of a platform, with the hashes of its parts. */
  getReleaseVersion: { path: { platform: 'windows' | 'macos'; version: string }; answer: ReleaseVersion };
  /** Newest version on Windows, for electron-updater. */
  getElectronFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: unknown };
  /** Newest version on Windows, for the updater of Tauri. */
  getTauriFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: {
  version: string;
  platforms: Record<string, {

  }>;
} };
  /** Newest version on macOS, for electron-updater. */
  getElectronForMacFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: unknown };
  /** Newest version on macOS, for the updater of Tauri. */
  getTauriForMacFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: {
  version: string;
  platforms: Record<string, {

  }>;
} };
  /** Newest version or pre-release on Windows, for electron-updater. */
  getElectronBetaFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: unknown };
  /** Newest version or pre-release on Windows, for the updater of Tauri. */
  getTauriBetaFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: {
  version: string;
  platforms: Record<string, {

  }>;
} };
  /** Newest version or pre-release on macOS, for electron-updater. */
  getElectronBetaForMacFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: unknown };
  /** Newest version or pre-release on macOS, for the updater of Tauri. */
  getTauriBetaForMacFeed: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: {
  version: string;
  platforms: Record<string, {

  }>;
} };
  /** Newest version of all platforms, for older apps with the updater of Tauri. */
  getTauriFeedOfAll: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: {
  version: string;
  platforms: Record<string, {

  }>;
} };
  /** Versions for Sparkle on macOS. */
  getAppcast: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: unknown };
  /** Versions for feed readers. */
  getReleaseNews: { query: { lang?: 'en' | 'de' | 'sv' | 'it' | 'fr' }; answer: unknown };
  /** Versions of the legal documents in force, and those announced. */
  getDocuments: { answer: Documents };
  /** All versions of a legal document, with their dates and hashes. */
  getDocumentVersions: { path: { document: string }; answer: DocumentVersions };
  /** The text of one version, as Markdown. */
  getDocumentText: { path: { document: string; version: string }; query: { locale?: string }; answer: DocumentText };
  /** One version as a document of pages, always the same bytes. */
  getDocumentPdf: { path: { document: string; version: string }; query: { locale?: string }; answer: unknown };
  /** Refuse the tokens that this session has been given so far. */
  endSession: { answer: unknown };
  /** What one’s own account has used, and what is left of its quotas. */
  getUsage: { query: { from?: string; to?: string; cursor?: string }; answer: Usage };
  /** The requests of one’s own account as a table. */
  getUsageTable: { query: { from?: string; to?: string }; answer: unknown };
  /** Report recordings that the app made into text by itself. */
  reportSpeech: { body: SpeechReports; answer: SpeechResults };
  /** What the app may do offline, signed. */
  getEntitlement: { body: EntitlementRequest; answer: Entitlement };
  /** The keys that prove entitlements (RFC 7517). */
  getEntitlementKeys: { answer: EntitlementKeys };
  /** Write a transcript well. */
  enhanceText: { body: TextRequest; answer: TextAnswer };
  /** Turn a transcript into bullet points. */
  structureText: { body: TextRequest; answer: TextAnswer };
  /** Write the text that a transcript asks for. */
  generateText: { body: TextRequest; answer: TextAnswer };
  /** What the app has to know before it is used. */
  startApp: { query: { installationId: string; platform: 'windows' | 'macos' }; answer: Start };
}
