/** Ids of services that record how the dashboard is used, each with separate consent. */
export const usageServices = {
  /** The log of the install's own server. */
  log: 'usage-log',
  /** Events forwarded to another host need new consent, because it is another recipient. */
  forwardingTo: (host: string): string => `usage-forwarding:${host}`,
} as const

export type ConsentCategory = {
  slug: string
  label: string
  description: string
  /** Cannot be switched off: without it the dashboard does not work. */
  isEssential: boolean
  services: readonly { id: string; label: string }[]
}

/**
 * Data that the dashboard stores in a browser, by purpose (SPEC.md section 3, "Consent category").
 */
export const consentCategories: readonly ConsentCategory[] = [
  {
    slug: 'essential',
    label: 'Essential',
    description:
      'Keeps you signed in and remembers your theme, layout and drafts. The dashboard does not work without it.',
    isEssential: true,
    services: [
      { id: 'session', label: 'Session cookie' },
      { id: 'settings', label: 'Settings in this browser' },
    ],
  },
  {
    slug: 'analytics',
    label: 'Usage statistics',
    description:
      'Records which parts of the dashboard you use: the event name and the page path, with a random ID in a cookie. Never records data from your databases.',
    isEssential: false,
    services: [{ id: usageServices.log, label: 'Server log' }],
  },
]
