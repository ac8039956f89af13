type SupportCategory = {
  /** As SPEC.md section 3 writes it; a link to the form may use lower case. */
  id: string
  label: string
  /** One line that distinguishes the category from similar ones. */
  description: string
}

/** SPEC.md section 3, "Support categories", in its order. */
export const supportCategories = [
  {
    id: 'Problem',
    label: 'Something does not work',
    description: 'An error or unexpected behaviour in a project',
  },
  {
    id: 'Dashboard_bug',
    label: 'Dashboard bug',
    description: 'A page of the dashboard fails or shows something wrong',
  },
  {
    id: 'Database_unresponsive',
    label: 'Database unresponsive',
    description: 'The database refuses connections or does not respond',
  },
  {
    id: 'Performance',
    label: 'Performance',
    description: 'Queries, functions or pages are slower than they should be',
  },
  { id: 'Sales', label: 'Sales', description: 'Plans, contracts and larger commitments' },
  { id: 'Billing', label: 'Billing', description: 'Invoices, charges, taxes and payment methods' },
  { id: 'Refund', label: 'Refund', description: 'Refund of an incorrect charge' },
  {
    id: 'Abuse',
    label: 'Abuse report',
    description: 'Spam, phishing or other abuse by a project on this install',
  },
  {
    id: 'Login_issues',
    label: 'Login issues',
    description: 'Signing in, second factors and recovery codes',
  },
  {
    id: 'Account_deletion',
    label: 'Account deletion',
    description: 'Closing an account and deleting its data',
  },
] as const satisfies readonly SupportCategory[]

export type SupportCategoryId = (typeof supportCategories)[number]['id']

type SupportSeverity = { id: string; label: string; description: string }

/** The urgency of a support request, from the lowest. */
export const supportSeverities = [
  { id: 'Low', label: 'Low', description: 'General guidance' },
  { id: 'Normal', label: 'Normal', description: 'System impaired' },
  { id: 'High', label: 'High', description: 'Production system impaired' },
  { id: 'Urgent', label: 'Urgent', description: 'Production system down' },
] as const satisfies readonly SupportSeverity[]

export type SupportSeverityId = (typeof supportSeverities)[number]['id']

/** Services that a support request may name, any number of them. */
export const affectedServices = [
  'Authentication',
  'Dashboard',
  'Database',
  'Edge Functions',
  'Realtime',
  'Storage',
  'Others',
] as const

export type AffectedService = (typeof affectedServices)[number]
