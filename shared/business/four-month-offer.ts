import { discountedMonths, type Plan, type Rappen } from './plans.ts';

/** Four months of a plan paid at once (specification 9), per user. */
export interface FourMonthOffer {
  /** What is charged for the four months. */
  totalRappen: Rappen;
  /** The equivalent price of one month. */
  perMonthRappen: Rappen;
  /** How much more four single months would cost. */
  savingRappen: Rappen;
}

/** A plan's four-month offer, or none where the plan is not sold that way. */
export function findFourMonthOffer(plan: Plan): FourMonthOffer | undefined {
  if (plan.fourMonthRappen === null) return undefined;
  return {
    totalRappen: plan.fourMonthRappen,
    perMonthRappen: plan.fourMonthRappen / discountedMonths,
    savingRappen: discountedMonths * plan.monthlyRappen - plan.fourMonthRappen,
  };
}
