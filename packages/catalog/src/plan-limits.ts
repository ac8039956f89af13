import type { OrganizationPlan } from './organizations.ts'

type PlanLimits = {
  plan: OrganizationPlan
  /** Taken off each month's compute, in micro-dollars. A contract grants credits of its own. */
  computeCreditMicros: number
  /** How many days of daily backups are kept; 0 where there are none, null by contract. */
  backupDays: number | null
  logRetentionDays: number
  /** The largest file that may be uploaded, in bytes; null by contract. */
  maxFileBytes: number | null
  /** The largest message on a realtime channel, in bytes; null by contract. */
  maxMessageBytes: number | null
  /** Days without activity after which a project is paused; null when it never is. */
  pauseAfterDays: number | null
  /**
   * The disk of one project, in bytes; null by contract. Its databases take no more: they become
   * read-only before. What a plan includes in its price is `usageMetrics`.
   */
  diskBytes: number | null
  /** Temporary files of one server process, in bytes. A sort of 10 million narrow rows takes 1 GB. */
  tempFileBytes: number
  /** WAL that is kept for a replication slot whose consumer is behind, in bytes. */
  slotWalBytes: number
}

const kilobyte = 1024
const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** What a plan limits beyond its price, projects and audit log. SPEC.md section 9, "Plans". */
export const planLimits = [
  {
    plan: 'free',
    computeCreditMicros: 0,
    backupDays: 0,
    logRetentionDays: 1,
    maxFileBytes: 50 * megabyte,
    maxMessageBytes: 250 * kilobyte,
    pauseAfterDays: 7,
    diskBytes: 500 * megabyte,
    tempFileBytes: 512 * megabyte,
    slotWalBytes: 256 * megabyte,
  },
  {
    plan: 'pro',
    computeCreditMicros: 10_000_000,
    backupDays: 7,
    logRetentionDays: 7,
    maxFileBytes: 500 * gigabyte,
    maxMessageBytes: 3 * megabyte,
    pauseAfterDays: null,
    diskBytes: 128 * gigabyte,
    tempFileBytes: 4 * gigabyte,
    slotWalBytes: 2 * gigabyte,
  },
  {
    plan: 'team',
    computeCreditMicros: 10_000_000,
    backupDays: 14,
    logRetentionDays: 28,
    maxFileBytes: 500 * gigabyte,
    maxMessageBytes: 3 * megabyte,
    pauseAfterDays: null,
    diskBytes: 512 * gigabyte,
    tempFileBytes: 16 * gigabyte,
    slotWalBytes: 4 * gigabyte,
  },
  {
    plan: 'enterprise',
    computeCreditMicros: 0,
    backupDays: null,
    logRetentionDays: 90,
    maxFileBytes: null,
    maxMessageBytes: null,
    pauseAfterDays: null,
    diskBytes: null,
    tempFileBytes: 64 * gigabyte,
    slotWalBytes: 16 * gigabyte,
  },
] as const satisfies readonly PlanLimits[]
