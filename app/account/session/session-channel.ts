/** What one tab tells the others: who is signed in now, or that nobody is. */
export interface SessionNews {
  userId: string | null;
  /** True when the login provider ended the session, not the person. */
  ended?: boolean;
}

export interface SessionChannel {
  tell(news: SessionNews): void;
}

export const sessionChannelName = 'writing-ant:session';

/** Connects the tabs of this browser; `hear` is called with what another tab tells. */
export function openSessionChannel(hear: (news: SessionNews) => void): SessionChannel {
  const channel = new BroadcastChannel(sessionChannelName);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => hear(data);
  return { tell: (news) => channel.postMessage(news) };
}
