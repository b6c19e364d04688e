const noticeKinds = ['withdrawal', 'cancellation'] as const;

export type NoticeKind = (typeof noticeKinds)[number];
