/** A subscription: how many jobs it allows, and for how long. */
export interface Plan {
  name: string;
  /** Jobs until it must be renewed. */
  quota: number;
  /** Days until it lapses. */
  days: number;
}

export const PLANS: readonly Plan[] = [
  { name: 'trial', quota: 50, days: 14 },
  { name: 'standard', quota: 1_000, days: 31 },
  { name: 'studio', quota: 20_000, days: 31 },
];

export const findPlan = (name: string): Plan | undefined => PLANS.find((plan) => plan.name === name);
