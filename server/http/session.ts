/** Who is asking, as the login provider's access token says (specification 3). */
export interface Session {
  client: SessionClient;
  userId: string;
  sessionId: string;
  /** When the token was issued, in seconds since 1970, by the provider's clock. */
  issuedAt: number;
  organizationId?: string;
  role?: string;
  permissions: string[];
  featureFlags: string[];
  /** Who acts in the user's place, such as a member of the support staff (RFC 8693, section 4.1). */
  actedBy?: string;
}

/** The programs in which people sign in, each known to the login provider by an id of its own. */
export type SessionClient = 'website' | 'desktop';
