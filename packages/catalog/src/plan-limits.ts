import type { OrganizationPlan } from './organizations/organizations.ts'

type PlanLimits = {
  plan: OrganizationPlan
  /** Deducted from each month's compute, in micro-dollars. Contracts define their own credits. */
  computeCreditMicros: number
  /** Retention of daily backups in days; 0 without backups, null by contract. */
  backupDays: number | null
  logRetentionDays: number
  /** The largest file that may be uploaded, in bytes; null by contract. */
  maxFileBytes: number | null
  /** The largest message on a realtime channel, in bytes; null by contract. */
  maxMessageBytes: number | null
  /** Days without activity after which a project is paused; null when it never is. */
  pauseAfterDays: number | null
  /**
   * The disk of one project, in bytes; null by contract. Databases become read-only before they
   * fill it. The storage included in the price is in `usageMetrics`.
   */
  diskBytes: number | null
  /** Temporary files of one server process, in bytes. Sorting 10 million narrow rows needs 1 GB. */
  tempFileBytes: number
  /** WAL retained for a replication slot whose consumer lags, in bytes. */
  slotWalBytes: number
}

const kilobyte = 1024
const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** Limits of a plan beyond its price, projects and audit log. SPEC.md section 9, "Plans". */
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
