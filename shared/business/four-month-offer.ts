import { discountedMonths, type Plan, type Rappen } from './plans.ts';

/** Four months of a plan paid at once (specification 9), per user. */
export interface FourMonthOffer {
  /** What is charged for the four months. */
  totalRappen: Rappen;
  /** What that comes to for one month. */
  perMonthRappen: Rappen;
  /** What four single months would cost more. */
  savingRappen: Rappen;
}

/** The four-month offer of a plan, or none where the plan is not sold that way. */
export function findFourMonthOffer(plan: Plan): FourMonthOffer | undefined {
  if (plan.fourMonthRappen === null) return undefined;
  return {
    totalRappen: plan.fourMonthRappen,
    perMonthRappen: plan.fourMonthRappen / discountedMonths,
    savingRappen: discountedMonths * plan.monthlyRappen - plan.fourMonthRappen,
  };
}
