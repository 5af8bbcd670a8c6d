/** A subscription plan: how many jobs it allows, and for how long. */
export interface SubscriptionPlan {
  name: string;
  /** Number of jobs that may be submitted before the plan is renewed. */
  quota: number;
  /** Days until the plan expires. */
  days: number;
}

export const SUBSCRIPTION_PLANS: readonly SubscriptionPlan[] = [
  { name: 'trial', quota: 50, days: 14 },
  { name: 'standard', quota: 1_000, days: 31 },
  { name: 'studio', quota: 20_000, days: 31 },
];

export const findSubscriptionPlan = (name: string): SubscriptionPlan | undefined => SUBSCRIPTION_PLANS.find((plan) => plan.name === name);
