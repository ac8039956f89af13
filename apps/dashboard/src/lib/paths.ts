import { anchor, path, search } from './routes/path.ts'

const snippet = path('/project/{ref}/sql/{id}')

const billing = '/org/{slug}/billing'

/**
 * The paths that several folders link to; a path that only its own area uses is in the area's
 * `routes.ts`. Links are built from these and nowhere else, and the router reads the templates.
 */
export const paths = {
  root: path('/'),
  signIn: path('/sign-in', (returnTo?: string) => search({ returnTo })),
  signUp: path('/sign-up', (returnTo?: string) => search({ returnTo })),
  logout: path('/logout'),
  outbox: path('/outbox'),
  /** A page of the server itself: it is there also when the dashboard is not. */
  status: path('/status', (part?: 'clock') => anchor(part)),
  operator: path('/operator'),

  organizations: path('/organizations', (query: { error?: string; org?: string } = {}) =>
    search(query),
  ),
  organization: path('/org/{slug}'),
  team: path('/org/{slug}/team'),
  organizationAudit: path('/org/{slug}/audit'),
  organizationGeneral: path('/org/{slug}/general'),
  organizationSecurity: path('/org/{slug}/security'),
  organizationSso: path('/org/{slug}/sso'),
  organizationBilling: path(billing, (part?: 'address' | 'invoices') => anchor(part)),
  /** The plans side by side; with one of them, what a change to it would mean. */
  organizationPlans: path(billing, (plan?: string) => search({ show: 'plans', plan })),
  organizationUsage: path('/org/{slug}/usage', (query: { project?: string } = {}) => search(query)),
  pricing: path('/pricing'),
  contactSales: path('/contact/enterprise'),
  newOrganization: path('/new', (query: { plan?: string } = {}) => search(query)),
  newProject: path('/new/{slug}', (query: { plan?: string } = {}) => search(query)),

  project: path('/project/{ref}'),
  defaultProject: (query: { error?: string; org?: string } = {}): string =>
    `/project/default${search(query)}`,
  projectGeneral: path('/project/{ref}/settings/general'),
  projectDatabase: path('/project/{ref}/settings/database'),
  projectInfrastructure: path('/project/{ref}/settings/infrastructure'),
  observability: path('/project/{ref}/observability'),
  observabilityPage: path('/project/{ref}/observability/{id}'),
  projectExport: path('/project/{ref}/settings/export'),
  snippet,
  sql: (ref: string, id = 'new'): string => snippet(ref, id),
  /** The query that was open last in this browser, else a new one. */
  lastSql: path('/project/{ref}/sql'),
  sqlTemplates: path('/project/{ref}/sql/templates'),
  sqlExamples: path('/project/{ref}/sql/examples'),
  /** With a query, its text is in the editor and is not run. */
  logExplorer: path(
    '/project/{ref}/logs/explorer',
    (query: { sql?: string; range?: string } = {}) => search(query),
  ),
  /** The list of a kind of database object, such as `sequences`. */
  databaseObjects: path(
    '/project/{ref}/database/{kind}',
    (query: { search?: string; schema?: string } = {}) => search(query),
  ),
  databaseObject: path('/project/{ref}/database/{kind}/{id}'),
  policyTester: path(
    '/project/{ref}/database/policy-tester',
    (query: { table?: string; role?: string; operation?: string } = {}) => search(query),
  ),
  schemaDiagram: path(
    '/project/{ref}/database/schemas',
    (query: { schema?: string; view?: 'dependencies'; object?: string } = {}) => search(query),
  ),
  dependencies: path('/project/{ref}/database/dependencies'),
  migrations: path('/project/{ref}/database/migrations'),
  /** With the name of an extension that is shown. */
  extensions: path('/project/{ref}/database/extensions', (extension?: string) =>
    search({ extension }),
  ),
  integrations: path('/project/{ref}/integrations'),
  integration: path('/project/{ref}/integrations/overview/{id}'),
  cron: path('/project/{ref}/integrations/cron'),
  queues: path('/project/{ref}/integrations/queues'),
  queue: path('/project/{ref}/integrations/queues/{name}'),
  vault: path('/project/{ref}/settings/vault/secrets'),
  wrappers: path('/project/{ref}/database/wrappers'),
  webhooks: path('/project/{ref}/database/hooks'),
  webhook: path('/project/{ref}/database/hooks/{id}'),
  securityAdvisor: path('/project/{ref}/advisors/security'),
  performanceAdvisor: path('/project/{ref}/advisors/performance'),
  securityRules: path('/project/{ref}/advisors/rules/security'),
  performanceRules: path('/project/{ref}/advisors/rules/performance'),
  queryPerformance: path(
    '/project/{ref}/advisors/query-performance',
    (query: Record<string, string | undefined> = {}) => search(query),
  ),
  editor: path('/project/{ref}/editor'),
  newTable: path('/project/{ref}/editor/new', (schema?: string) => search({ schema })),
  /** With words about the rows that are shown; see the table editor's `ViewParams`. */
  table: path('/project/{ref}/editor/{id}', (query: Record<string, string | undefined> = {}) =>
    search(query),
  ),
  columnPrivileges: path(
    '/project/{ref}/database/column-privileges',
    (
      query: {
        schema?: string | undefined
        table?: string | undefined
        role?: string | undefined
      } = {},
    ) => search(query),
  ),

  /** Rows of all sources; the parameters of the query are those of `LogView`. */
  logs: path('/project/{ref}/logs', (query: Record<string, string | undefined> = {}) =>
    search(query),
  ),
  sourceLogs: path(
    '/project/{ref}/logs/{source}',
    (query: Record<string, string | undefined> = {}) => search(query),
  ),

  account: path('/account/me'),
  accountSecurity: path('/account/security', (required?: string) => search({ required })),
  accountTokens: path('/account/tokens'),
  newAccessToken: path('/account/tokens/new'),
  accountAudit: path('/account/audit'),

  support: path(
    '/support/new',
    (query: { category?: string; sid?: string; subject?: string; message?: string }) =>
      search(query),
  ),
  supportRequests: path('/support', (query: { search?: string; status?: string } = {}) =>
    search(query),
  ),
} as const
