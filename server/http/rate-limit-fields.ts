/** A quota as the `RateLimit` fields tell it; without a limit there is nothing to tell. */
export interface ToldQuota {
  name: string;
  limit: number | null;
  remaining: number | null;
  /** Of the period in which it counts. */
  start: Date;
  end: Date;
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11), in whole seconds. */
export function rateLimitFields({ name, limit, remaining, start, end }: ToldQuota, now: Date): Record<string, string> {
  if (limit === null || remaining === null) return {};
  const secondsFrom = (from: Date) => Math.max(0, Math.ceil((end.getTime() - from.getTime()) / 1000));
  return {
    'ratelimit-policy': `"${name}";q=${limit};w=${secondsFrom(start)}`,
    ratelimit: `"${name}";r=${remaining};t=${secondsFrom(now)}`,
  };
}
