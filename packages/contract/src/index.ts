export { gateway, type GatewayLogEntry } from './gateway/gateway.ts'
export { type Boot, firstRows, firstTables, routeName } from './boot.ts'
export { plannedCalls, type PlannedCall } from './planned-calls.ts'
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
export { type Charge, type InvoiceLine, type SpendLimitStep } from './billing/amounts.ts'
export {
  type Address,
  type BillingEmails,
  type Credits,
  type Customer,
  customers,
  type PaymentMethod,
} from './billing/customer.ts'
export { taxIdType } from './billing/tax-id.ts'
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
  maxTokenDays,
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
export { visibleName } from './typed-name.ts'
export { checkAnswer } from './answer-check.ts'
export {
  type Call,
  type ClientOptions,
  createClient,
  isTimeout,
  buildPath,
  type StreamCall,
} from './client.ts'
export {
  databaseChanges,
  type DependentRows,
  maxOperations,
  type RefusedChange,
  rowRights,
  type SaveOutcome,
} from './database/changes.ts'
export {
  databaseHistory,
  type HistoryEntry,
  type HistorySettings,
  type MadeTable,
  type UndoOutcome,
} from './database/history.ts'
export {
  type ColumnPrivilegeChange,
  type ColumnPrivilegeKind,
  columnPrivilegeKinds,
  type ColumnPrivileges,
  databaseColumnPrivileges,
} from './database/column-privileges.ts'
export { databaseCompletion } from './database/completion.ts'
export { databaseCellFiles } from './database/cell-files.ts'
export { databaseDefinitions } from './database/definitions.ts'
export {
  databaseQuery,
  type HeldRun,
  type OriginRefusal,
  type QueryLine,
  type ResultField,
  type ResultOrigins,
  type SessionSettings,
  type SqlWarning,
} from './database/query.ts'
export { type QueryRun, queryRuns } from './database/query-runs.ts'
export { databaseSessions, type SessionState } from './database/sessions.ts'
export { databaseMigrations, type RecordedMigration } from './database/migrations.ts'
export { databaseReferences, type ReferenceCandidate } from './database/references.ts'
export {
  type ChangeStatement,
  type DataType,
  databaseTableChanges,
  type Dependent,
  type DroppedTable,
  type LockNote,
  type TableChange,
} from './database/table-changes.ts'
export { foreignKeyActions, nameBytes, realtimePublication } from './database/table-design.ts'
export { tableRights } from './database/table-rights.ts'
export {
  type Column,
  behindTable,
  databaseTables,
  orderColumns,
  type RowPage,
  type TableDetail,
  type TableSummary,
  tableKinds,
  tableSorts,
} from './database/tables.ts'
export { databaseViewers } from './database/viewers.ts'
export { ApiError, type ErrorKind, errorStatus, errorText, type SqlErrorDetail } from './errors.ts'
export { type ExportTable, projectExport } from './project/export.ts'
export {
  type HomeBlock,
  type HomeBlockChart,
  homeBlockLimits,
  type HomeBlockAppearance,
  type HomeBlockRows,
  homeBlocks,
} from './project/home-blocks.ts'
export {
  assistant,
  assistantLimits,
  type AssistantLine,
  type AssistantMessage,
  type AssistantQuery,
  type AssistantQueryResult,
  type AssistantState,
} from './project/assistant.ts'
export {
  listProjects,
  type DiskState,
  type Project,
  type ProjectDetail,
  type ProjectDisk,
  readProject,
} from './project/project-reading.ts'
export { projectCreation, projects } from './project/projects.ts'
export {
  sharedSnippetRights,
  type Snippet,
  type SnippetFolder,
  snippetFolders,
  snippetLimits,
  type SnippetMatch,
  snippets,
  type SnippetSummary,
  type SnippetVersion,
  type SnippetVisibility,
} from './project/snippets.ts'
export {
  type AnyRoute,
  capabilities,
  type Capability,
  defineRoute,
  type FormRoute,
  hasDeadline,
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
export {
  databaseImports,
  type ImportColumn,
  type ImportedColumn,
  type ImportSource,
  type ImportState,
  type ImportTable,
  importTypes,
  type RejectedImportRow,
} from './database/imports.ts'
export { databaseRowExports, type RowExportState, rowFormats } from './database/row-export.ts'
