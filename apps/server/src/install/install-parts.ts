import type { Capability } from '@basalt/contract/route'
import type { ProjectEngine } from '@basalt/engine'
import type { OutboundNetwork, PasswordHashes } from '@basalt/identity'
import type { Jobs } from '@basalt/jobs'
import type { LogExplorer, LogStore } from '@basalt/logs'
import type { FastifyBaseLogger } from 'fastify'

import type { PaymentProvider } from '../billing/payment-provider.ts'
import type { ScriptReader } from '../grammar/script-reader.ts'
import type { GithubProvider, IdentitySource, PermissionSource } from '../http/ports.ts'
import type { Resources } from '../limits/resources.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { LanguageModel } from '../model/language-model.ts'
import type { Clock } from '../process/clock.ts'
import type { ErrorReports } from '../process/error-reports.ts'
import type { PasswordStrength } from '../secrets/password-strength.ts'
import type { Vault } from '../secrets/vault.ts'
import type { AuditRetention } from '../store/audit-retention.ts'
import type { Store } from '../store/store.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** Everything that differs from one install to another, decided by the composition root. */
export type InstallParts = {
  store: Store
  vault: Vault
  engine: ProjectEngine
  /** The logs of projects. */
  logStore: LogStore
  /** SQL over the logs; null where the log store has none. */
  logExplorer: LogExplorer | null
  /** Runs jobs that the servers of an install share. */
  jobs: Jobs
  identity: IdentitySource
  permissions: PermissionSource
  mailer: Mailer
  strength: PasswordStrength
  passwords: PasswordHashes
  scripts: ScriptReader
  github: GithubProvider | null
  capabilities: readonly Capability[]
  disabledFeatures: readonly string[]
  /** Retention of the audit log by plan. */
  auditRetention: AuditRetention
  adminPassword: string | null
  /** Servers that people name: identity providers, and the DNS. */
  outside: OutboundNetwork
  publicUrl: string
  /** Proxies whose word about a caller's address is taken. */
  trustedProxies: readonly string[]
  supportEmail: string
  /** Where consented events are sent; null keeps them in the log. */
  telemetryUrl: string | null
  /** A forum where people talk about previews. */
  discussionsUrl: string | null
  /** The operator's own testimonials, where there are any. */
  testimonialsFile: string | null
  /** Requests in a minute, where the usual numbers do not do. */
  requestsPerMinute?: { address: number; caller: number }
  /** Of sessions of scripts, where the usual limits do not do. */
  sqlSessions?: undefined | { maxConnections?: number; quietMs?: number; holdMs?: number }
  development: boolean
  version: string
  /** The directory of the built dashboard; null serves the API alone. */
  dashboardDirectory: string | null
  /** The directory of the guides' Markdown files. */
  guidesDirectory: string
  logger: FastifyBaseLogger
  clock: Clock
  /** The directory of the databases' files and of the status page's state. */
  dataDir: string
  errorReports: ErrorReports
  /** The AI model of the assistant; null without one. */
  model: LanguageModel | null
  /** Collects the money of invoices. */
  payments: PaymentProvider
  /** Where spans of requests and statements go; null without a receiver. */
  tracing: Tracing | null
  /** The limits of this server and their current use. */
  resources: Resources
}
