type Query = Record<string, string | undefined>

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

const part = encodeURIComponent

/** Every URL of the dashboard. Links are made here and nowhere else. */
export const paths = {
  root: () => '/',
  signIn: (returnTo?: string) => withQuery('/sign-in', { returnTo }),
  signInMfa: (returnTo?: string) => withQuery('/sign-in-mfa', { returnTo }),
  signInRecoveryCode: (returnTo?: string) => withQuery('/sign-in-recovery-code', { returnTo }),
  signInSso: (returnTo?: string) => withQuery('/sign-in-sso', { returnTo }),
  signUp: (returnTo?: string) => withQuery('/sign-up', { returnTo }),
  forgotPassword: (returnTo?: string) => withQuery('/forgot-password', { returnTo }),
  resetPassword: (token: string) => withQuery('/reset-password', { token }),
  verifyEmail: (token: string) => withQuery('/verify-email', { token }),
  logout: () => '/logout',
  outbox: () => '/outbox',
  design: () => '/design',
  /** A page of the server itself: it is there also when the dashboard is not. */
  status: (anchor?: 'clock') => `/status${anchor === undefined ? '' : `#${anchor}`}`,
  operator: () => '/operator',
  operatorNotices: () => '/operator/notices',
  operatorReleaseGates: () => '/operator/release-gates',

  organizations: (query: { error?: string; org?: string } = {}) =>
    withQuery('/organizations', query),
  organization: (slug: string) => `/org/${part(slug)}`,
  team: (slug: string) => `/org/${part(slug)}/team`,
  join: (query: { token?: string | undefined; slug?: string | undefined }) =>
    withQuery('/join', query),
  organizationAudit: (slug: string) => `/org/${part(slug)}/audit`,
  organizationGeneral: (slug: string) => `/org/${part(slug)}/general`,
  organizationSecurity: (slug: string) => `/org/${part(slug)}/security`,
  organizationSso: (slug: string) => `/org/${part(slug)}/sso`,
  organizationBilling: (slug: string, anchor?: 'address' | 'invoices') =>
    `/org/${part(slug)}/billing${anchor === undefined ? '' : `#${anchor}`}`,
  /** The plan comparison; with a plan, the preview of a change to it. */
  organizationPlans: (slug: string, plan?: string) =>
    withQuery(`/org/${part(slug)}/billing`, { show: 'plans', plan }),
  organizationUsage: (slug: string, query: { project?: string } = {}) =>
    withQuery(`/org/${part(slug)}/usage`, query),
  pricing: () => '/pricing',
  contactSales: () => '/contact/enterprise',
  newOrganization: (query: { plan?: string } = {}) => withQuery('/new', query),
  newProject: (slug: string, query: { plan?: string } = {}) =>
    withQuery(`/new/${part(slug)}`, query),

  project: (ref: string) => `/project/${part(ref)}`,
  defaultProject: (query: { error?: string; org?: string } = {}) =>
    withQuery('/project/default', query),
  projectExport: (ref: string) => `/project/${part(ref)}/settings/export`,
  sql: (ref: string, id = 'new') => `/project/${part(ref)}/sql/${part(id)}`,
  /** The query that was open last in this browser, else a new one. */
  lastSql: (ref: string) => `/project/${part(ref)}/sql`,
  sqlTemplates: (ref: string) => `/project/${part(ref)}/sql/templates`,
  sqlExamples: (ref: string) => `/project/${part(ref)}/sql/examples`,
  migrations: (ref: string) => `/project/${part(ref)}/database/migrations`,
  editor: (ref: string) => `/project/${part(ref)}/editor`,
  newTable: (ref: string, schema?: string) =>
    withQuery(`/project/${part(ref)}/editor/new`, { schema }),
  /** With words about the rows that are shown; see the table editor's `ViewParams`. */
  table: (ref: string, id: number, query: Query = {}) =>
    withQuery(`/project/${part(ref)}/editor/${id}`, query),
  columnPrivileges: (
    ref: string,
    query: {
      schema?: string | undefined
      table?: string | undefined
      role?: string | undefined
    } = {},
  ) => withQuery(`/project/${part(ref)}/database/column-privileges`, query),

  account: () => '/account/me',
  accountSecurity: (required?: string) => withQuery('/account/security', { required }),
  accountTokens: () => '/account/tokens',
  newAccessToken: () => '/account/tokens/new',
  confirmEmail: (token: string) => withQuery('/confirm-email', { token }),
  accountAudit: () => '/account/audit',

  support: (query: { category?: string; sid?: string; subject?: string; message?: string }) =>
    withQuery('/support/new', query),
  supportRequests: (query: { search?: string; status?: string } = {}) =>
    withQuery('/support', query),
  supportRequest: (id: string) => `/support/${part(id)}`,
  operatorInvoices: () => '/operator/invoices',
  operatorCredits: () => '/operator/credits',
  operatorSupport: () => '/operator/support',
  operatorSupportRequest: (id: string) => `/operator/support/${part(id)}`,
  operatorSales: () => '/operator/sales',
} as const
