const orderConfirmations = ['terms', 'immediateStart'] as const;

export type OrderConfirmation = (typeof orderConfirmations)[number];
