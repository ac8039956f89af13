export const organizationKinds = [
  'Personal',
  'Educational',
  'Startup',
  'Agency',
  'Company',
  'N/A',
] as const

/** What `plan.id` of an organization may be; the tier ids of SPEC.md without their prefix. */
export const organizationPlans = ['free', 'pro', 'team', 'enterprise'] as const

export type OrganizationPlan = (typeof organizationPlans)[number]
