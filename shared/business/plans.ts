/** A price in Rappen, the hundredth of a Swiss franc. Whole numbers only. */
export type Rappen = number;

/** Requests a month: a number, or no limit. */
export type Quota = number | 'unlimited';

export interface Plan {
  /** Price per user and month. */
  monthlyRappen: Rappen;
  onlineRequestsPerMonth: number;
  maxOnlineRecordingMinutes: number;
  offlineRequestsPerMonth: Quota;
  /** Price per user of four months paid at once; null where the plan is not sold that way. */
  fourMonthRappen: Rappen | null;
}

/** The plans (specification 9). Prices in CHF per user; enterprise is by contact and has no row. */
export const plans = {
  free: {
    monthlyRappen: 0,
    onlineRequestsPerMonth: 45,
    maxOnlineRecordingMinutes: 10,
    offlineRequestsPerMonth: 55,
    fourMonthRappen: null,
  },
  moderate: {
    monthlyRappen: 49_00,
    onlineRequestsPerMonth: 450,
    maxOnlineRecordingMinutes: 20,
    offlineRequestsPerMonth: 'unlimited',
    fourMonthRappen: 176_00,
  },
  high: {
    monthlyRappen: 195_00,
    onlineRequestsPerMonth: 2_225,
    maxOnlineRecordingMinutes: 20,
    offlineRequestsPerMonth: 'unlimited',
    fourMonthRappen: 702_00,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]];

/** What an account may be told to have: a plan, or what was agreed with an enterprise. */
export const heldPlanNames = [...planNames, 'enterprise'] as const;

export type HeldPlanName = (typeof heldPlanNames)[number];

/** Removes the offline quota of the free plan (specification 9). */
export const offlineAddOn = { monthlyRappen: 9_00, offlineRequestsPerMonth: 'unlimited' } as const;

/** Number of months covered by the discounted price. */
export const discountedMonths = 4;

/** The discount as announced (specification 9: "10% off"), a share of one. */
export const announcedDiscount = 0.1;
