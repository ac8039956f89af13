export const organizationKinds = [
  'Personal',
  'Educational',
  'Startup',
  'Agency',
  'Company',
  'N/A',
] as const

/** Values of an organization's `plan.id`: the tier ids of SPEC.md without their prefix. */
export const organizationPlans = ['free', 'pro', 'team', 'enterprise'] as const

export type OrganizationPlan = (typeof organizationPlans)[number]
