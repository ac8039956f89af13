export {
  type Boot,
  firstRows,
  firstTables,
  plannedCalls,
  type PlannedCall,
  routeName,
} from './boot.ts'
export {
  audit,
  type AuditEntry,
  type AuditPage,
  type AuditVerification,
} from './organization/audit.ts'
export { listOrganizations, type Organization } from './organization/organization-list.ts'
export { organizations } from './organization/organizations.ts'
export {
  billing,
  type PlanChange,
  type SpendCap,
  type Subscription,
  type UpcomingInvoice,
  type Usage,
  type UsageOfMetric,
} from './billing/billing.ts'
export { type Charge, type InvoiceLine, type LadderStep } from './billing/amounts.ts'
export {
  type Address,
  type BillingEmails,
  type Credits,
  type Customer,
  customers,
  type PaymentMethod,
} from './billing/customer.ts'
export { type Invoice, invoices, operatorBilling } from './billing/invoices.ts'
export {
  type Invitation,
  invitationLimit,
  type InvitationResult,
  invitations,
  invitedAddress,
  type OpenedInvitation,
} from './organization/invitations.ts'
export { type Member, members } from './organization/members.ts'
export { type CustomRole, customRoles, type ShownAssignment } from './organization/roles.ts'
export {
  type AiOptInKey,
  aiOptInFeatures,
  aiOptInKeys,
  type OrganizationSecurity,
  organizationSettings,
  type OrganizationSettings,
} from './organization/settings.ts'
export {
  type AccessToken,
  accessTokens,
  longestTokenDays,
  tokenLifetimes,
  tokenReaches,
} from './account/access-tokens.ts'
export { account, type AccountDetails, type DeletionPlan } from './account/account.ts'
export { consent, type ConsentCategory } from './consent.ts'
export { type OfferedPreview, previews, type ReleaseGateState } from './previews.ts'
export { contact, operatorSales, type SalesInquiry } from './contact.ts'
export {
  operatorSupport,
  type OperatorSupportSummary,
  support,
  type SupportAttachment,
  supportLimits,
  type SupportRequest,
  type SupportStatus,
  supportStatuses,
  type SupportSummary,
} from './support.ts'
export { telemetry } from './telemetry.ts'
export { testimonials } from './testimonials.ts'
export { type PasswordCheck, profiles, type Session } from './account/profile.ts'
export {
  type AccountSecurity,
  accountSecurity,
  type Authenticator,
  type NewCredential,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  secondStep,
  type UsedCredential,
} from './account/second-factors.ts'
export { signIn, type SignInStep, signInStep } from './account/sign-in.ts'
export { ssoSignIn } from './account/sso.ts'
export {
  singleSignOn,
  type SsoCheck,
  type SsoProvider,
  ssoRoles,
  type SsoState,
} from './organization/single-sign-on.ts'
export { type Profile, readPermissions, readProfile } from './account/own-profile.ts'
export { signOutRoute } from './account/sign-out.ts'
export { type Call, type ClientOptions, createClient, pathOf, type StreamCall } from './client.ts'
export {
  type ColumnPrivilegeChange,
  type ColumnPrivilegeKind,
  columnPrivilegeKinds,
  type ColumnPrivileges,
  databaseColumnPrivileges,
} from './database/column-privileges.ts'
export { databaseQuery, type QueryLine, type ResultField } from './database/query.ts'
export {
  type Column,
  databaseTables,
  type RowPage,
  type TableDetail,
  type TableSummary,
} from './database/tables.ts'
export { ApiError, type ErrorKind, errorStatus, errorText, type SqlErrorDetail } from './errors.ts'
export { type ExportTable, projectExport } from './project/export.ts'
export {
  listProjects,
  type Project,
  type ProjectDetail,
  readProject,
} from './project/project-reading.ts'
export { projectCreation, projects } from './project/projects.ts'
export { type Snippet, snippets, type SnippetSummary } from './project/snippets.ts'
export {
  type AnyRoute,
  capabilities,
  type Capability,
  defineRoute,
  type InputOf,
  type OutputOf,
  type Permission,
  type SentTo,
} from './route.ts'
export { operator, type OperatorNotice } from './operator.ts'
export {
  type ComponentStatus,
  incident,
  type Incident,
  type IncidentImpact,
  incidentImpacts,
  type IncidentStatus,
  incidentStatuses,
  type InstallStatus,
  status,
  type StatusComponentId,
  statusComponents,
} from './status.ts'
export { type Install, type Mail, utility } from './utility.ts'
