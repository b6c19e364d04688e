/** How often something may be asked for; a request counts in each of them. */
export interface Budget {
  /** In a minute. */
  minute?: {
    /** By one signed-in user. */
    account?: number;
    /** From one address (IPv6: one /64 network). From a /48 of IPv6, which one customer of a provider may have, four times as many. */
    address?: number;
    /** By everybody together. */
    world?: number;
  };
  /** In a day, so that no table grows for ever, and nobody hides what others send among his own. */
  day?: {
    account?: number;
    /** From one address, or a /48 of IPv6: a hundredth of the world's where there is one, so that few do not use it up for all. */
    network?: number;
    world?: number;
  };
}

/**
 * How often anything may be asked for, by its purpose. What anybody may add has a budget of its own, so that none uses up another's, and
 * legal acts (`notices`, `mailedLinks`, `ownRights`) share theirs with nothing. Counts of what visitors and customers send are taken once it is
 * known to be valid, but for those of one address, which cost nothing.
 */
export const budgets = {
  /** Generous for a household or an office behind one address, and for the card provider, which asks again what was refused. */
  api: { minute: { address: 600 } },
  pages: { minute: { address: 3000 } },
  /** What a form of the account sends. */
  writes: { minute: { account: 20 } },
  /** Forms that enter a record of their own each time: what somebody decides about their data. */
  ownRights: { minute: { account: 20 }, day: { account: 40 } },
  textCalls: { minute: { account: 30 } },
  /** Calls; what they report is counted by `recordings`. */
  reportCalls: { minute: { account: 20 } },
  /** Recordings that the app reports: a month of them at once, for who was offline that long, takes two days. */
  recordings: { day: { account: 2000 } },
  /** Each reads everything of an account. */
  dataCopies: { minute: { account: 3 } },
  statistics: { minute: { address: 120, world: 3000 }, day: { network: 10_000, world: 1_000_000 } },
  consents: { minute: { address: 120, world: 3000 }, day: { network: 2000, world: 200_000 } },
  /** Each mails somebody whom anybody may name. */
  accessRequests: { minute: { address: 6, world: 120 }, day: { network: 50, world: 5000 } },
  /** Nobody's right is to wait for others: what is limited is their mail (`strangerMails`), and whoever sends too many. */
  notices: { minute: { address: 6, world: 3000 }, day: { network: 20 } },
  /** For links that somebody was mailed: there are only as many as there are. */
  mailedLinks: { minute: { address: 120 } },
} as const satisfies Readonly<Record<string, Budget>>;

export type Purpose = keyof typeof budgets;

/** So many times as much comes from one /48 of IPv6 as from a /64 of it. */
export const widerFactor = 4;
