import type { ProjectRole, Role } from '@basalt/access'
import type { OrganizationPlan, SupportCategoryId, SupportSeverityId } from '@basalt/catalog'
import type { CloudProvider, ComputeSizeId, InstanceStatus } from '@basalt/catalog'
import type { ColumnType, Generated } from 'kysely'

import type { AdvisorTables } from './advisor-schema.ts'
import type { AlertTables } from './alert-schema.ts'
import type { HashedRow } from './audit-rows.ts'
import type { BillingTables } from './billing-schema.ts'
import type { QueryTables } from './query-schema.ts'
import type { StatementTables } from './statement-schema.ts'
import type { VaultTables } from './vault-schema.ts'
import type { WrapperTables } from './wrapper-schema.ts'

type Users = {
  id: Generated<string>
  email: string
  name: string | null
  password_hash: string | null
  email_verified_at: Date | null
  created_at: Generated<Date>
  last_seen_at: Date | null
  is_operator: Generated<boolean>
}

type Profiles = {
  user_id: string
  id: Generated<string>
  time_zone: string | null
  created_at: Generated<Date>
}

type Identities = {
  provider: string
  provider_account_id: string
  user_id: string
  created_at: Generated<Date>
}

type Sessions = {
  id: Generated<string>
  user_id: string | null
  token_hash: Buffer
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  expires_at: Date
  last_seen_at: Generated<Date>
  confirmed_at: Generated<Date>
}

type Authenticators = {
  id: Generated<string>
  user_id: string
  name: string
  sealed_secret: string
  verified_at: Date | null
  last_step: Generated<string>
  created_at: Generated<Date>
  last_used_at: Date | null
}

type RecoveryCodes = { user_id: string; code_hash: Buffer; used_at: Date | null }

type Passkeys = {
  id: Generated<string>
  user_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  is_backed_up: boolean
  created_at: Generated<Date>
  last_used_at: Date | null
}

type Challenges = {
  token_hash: Buffer
  user_id: string | null
  purpose: 'second-factor' | 'passkey-sign-in' | 'passkey-registration' | 'passkey-confirmation'
  expires_at: Date
}

type MailTokens = {
  token_hash: Buffer
  user_id: string
  purpose: 'reset-password' | 'verify-email'
  expires_at: Date
}

type AccessTokens = {
  id: Generated<string>
  user_id: string
  name: string
  prefix: string
  token_hash: Buffer
  kind: Generated<'classic' | 'fine-grained'>
  scopes: Generated<string[]>
  reach: Generated<'all' | 'organizations' | 'projects'>
  created_at: Generated<Date>
  expires_at: Date | null
  last_used_at: Date | null
}

type AccessTokenOrganizations = { token_id: string; organization_id: number }
type AccessTokenProjects = { token_id: string; project_id: number }

type EmailChanges = { user_id: string; token_hash: Buffer; new_email: string; expires_at: Date }

type Organizations = {
  id: Generated<number>
  slug: string
  name: string
  kind: string
  size: Generated<string | null>
  plan: OrganizationPlan
  billing_email: string | null
  billing_partner: 'vercel_marketplace' | 'aws' | null
  restriction_status: 'grace_period' | 'grace_period_over' | 'restricted' | null
  grace_period_end: Date | null
  organization_requires_mfa: Generated<boolean>
  ai_opt_in: Generated<string[]>
  audits_sql_text: Generated<boolean>
  created_at: Generated<Date>
  deleted_at: Date | null
}

type Members = {
  organization_id: number
  user_id: string
  /** Null for members with roles in single projects only. */
  role: Role | null
  created_at: Generated<Date>
}

type MemberProjectRoles = {
  organization_id: number
  user_id: string
  project_id: number
  role: Role | null
  custom_role_id: string | null
}

type CustomRoles = {
  id: Generated<string>
  organization_id: number
  name: string
  rights: string[]
  created_at: Generated<Date>
}

type Invitations = {
  id: Generated<string>
  organization_id: number
  email: string
  role: Role | null
  /** JSON text when it is written. */
  project_roles: ColumnType<ProjectRole[], string, string>
  invited_by: string | null
  token_hash: Buffer
  created_at: Generated<Date>
  expires_at: Date
}

type SsoProviders = {
  organization_id: number
  id: Generated<string>
  issuer: string
  client_id: string
  sealed_client_secret: string
  email_claim: string
  name_claim: string
  groups_claim: string | null
  /** JSON text when it is written. */
  group_roles: ColumnType<{ group: string; role: SsoRole }[], string, string>
  default_role: SsoRole
  is_enabled: boolean
  is_required: boolean
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

type SsoRole = Exclude<Role, 'Owner'>

type SsoDomains = { organization_id: number; domain: string; verified_at: Date | null }

type SsoSignIns = {
  state_hash: Buffer
  browser_hash: Buffer
  provider_id: string
  nonce: string
  sealed_code_verifier: string
  return_to: string | null
  expires_at: Date
}

type Projects = {
  id: Generated<number>
  ref: string
  name: string
  organization_id: number
  parent_project_ref: string | null
  status: InstanceStatus
  status_reason: string | null
  cloud_provider: CloudProvider
  region: string
  compute_size: ComputeSizeId
  db_version: string | null
  inserted_at: Generated<Date>
  ready_at: Date | null
  is_read_only: Generated<boolean>
  is_production: Generated<boolean>
}

type Outbox = {
  id: Generated<string>
  recipient: string
  subject: string
  body: string
  sent_at: Generated<Date>
}

type AuditChains = {
  chain: string
  last_number: Generated<string>
  last_hash: Generated<Buffer>
  first_number: Generated<string>
  first_hash: Generated<Buffer>
}

type AuditLog = HashedRow & { hash: Buffer }

type Incidents = {
  id: Generated<string>
  title: string
  impact: 'none' | 'minor' | 'major' | 'critical'
  status: IncidentStatus
  components: string[]
  regions: Generated<string[]>
  started_at: Date
  resolved_at: Date | null
}

type IncidentStatus = 'investigating' | 'identified' | 'monitoring' | 'resolved'

type IncidentUpdates = {
  id: Generated<string>
  incident_id: string
  status: IncidentStatus
  message: string
  at: Date
  number: Generated<string>
}

type ShownNotices = { key: string; shown_since: Date }

type ReleaseGates = {
  name: string
  is_open: boolean
  changed_at: Date
  changed_by: string
}

type SupportRequests = {
  id: Generated<string>
  number: Generated<string>
  user_id: string | null
  email: string
  category: SupportCategoryId
  severity: SupportSeverityId
  organization_id: number | null
  project_id: number | null
  affected_services: string[]
  client_library: string | null
  subject: string
  message: string
  sid: string | null
  allows_access: boolean
  status: Generated<'open' | 'answered' | 'closed'>
  created_at: Date
  updated_at: Date
}

type SupportMessages = {
  id: Generated<string>
  request_id: string
  is_answer: boolean
  body: string
  created_at: Date
}

type SupportAttachments = {
  id: Generated<string>
  request_id: string | null
  user_id: string | null
  name: string
  type: string
  size_bytes: number
  content: Buffer
  created_at: Date
}

type SalesInquiries = {
  id: Generated<string>
  name: string
  email: string
  company: string
  message: string
  created_at: Date
  handled_at: Date | null
}

/** The system database's tables, as the migrations leave them. */
export type Schema = AdvisorTables &
  AlertTables &
  VaultTables &
  WrapperTables &
  BillingTables &
  QueryTables &
  StatementTables & {
    users: Users
    profiles: Profiles
    identities: Identities
    sessions: Sessions
    authenticators: Authenticators
    recovery_codes: RecoveryCodes
    passkeys: Passkeys
    challenges: Challenges
    mail_tokens: MailTokens
    access_tokens: AccessTokens
    access_token_organizations: AccessTokenOrganizations
    access_token_projects: AccessTokenProjects
    email_changes: EmailChanges
    organizations: Organizations
    members: Members
    member_project_roles: MemberProjectRoles
    custom_roles: CustomRoles
    invitations: Invitations
    sso_providers: SsoProviders
    sso_domains: SsoDomains
    sso_sign_ins: SsoSignIns
    projects: Projects
    outbox: Outbox
    audit_chains: AuditChains
    audit_log: AuditLog
    support_requests: SupportRequests
    support_messages: SupportMessages
    support_attachments: SupportAttachments
    sales_inquiries: SalesInquiries
    release_gates: ReleaseGates
    incidents: Incidents
    incident_updates: IncidentUpdates
    shown_notices: ShownNotices
    secret_key_check: { only_row: Generated<boolean>; value: string }
  }
