import type { ReadingLimits } from '@basalt/engine'
import type { SaveLimits } from '@basalt/pg-rows'

import { Budget, type BudgetReading, KeyedBudget } from './budget.ts'
import { initialLimits, type Limits } from './limits.ts'

/** The limits of one server, and their current use. One for each install. */
export type Resources = {
  limits: Limits
  openResults: Budget
  openBodies: Budget
  queuedRunsPerProject: KeyedBudget
  queuedRunsPerAccount: KeyedBudget
  openRequestsPerAddress: KeyedBudget
  openRequestsPerAccount: KeyedBudget
  /** How many stalled connections were closed. */
  stalled: { answers: number; bodies: number }
  openRunsPerAccount: KeyedBudget
  /** The same limits for each session or token, which are known before the account is. */
  openRequestsPerSession: KeyedBudget
  openRunsPerSession: KeyedBudget
}

export function createResources(limits: Limits = initialLimits): Resources {
  return {
    limits,
    openResults: new Budget(limits.openResultBytes),
    openBodies: new Budget(limits.openBodyBytes),
    queuedRunsPerProject: new KeyedBudget(limits.queuedRunsPerProject),
    queuedRunsPerAccount: new KeyedBudget(limits.queuedRunsPerAccount),
    openRequestsPerAddress: new KeyedBudget(limits.openRequestsPerAddress),
    openRequestsPerAccount: new KeyedBudget(limits.openRequestsPerAccount),
    stalled: { answers: 0, bodies: 0 },
    openRunsPerAccount: new KeyedBudget(limits.openRunsPerAccount),
    openRequestsPerSession: new KeyedBudget(limits.openRequestsPerAccount),
    openRunsPerSession: new KeyedBudget(limits.openRunsPerAccount),
  }
}

/** Limits of reading from databases. */
export function readingLimits({ limits, openResults }: Resources): ReadingLimits {
  const { messageBytes, batchBytes, cancelMs } = limits
  return { messageBytes, batchBytes, cancelMs, openResults }
}

/** Limits of one save of rows. */
export const saveLimits = ({ limits, openResults }: Resources): SaveLimits => ({
  saveBytes: limits.saveBytes,
  openResults,
})

/** Every budget under the name of its gauge. */
export function readGauges(resources: Resources): Record<string, BudgetReading> {
  return {
    open_result_bytes: resources.openResults.read(),
    open_body_bytes: resources.openBodies.read(),
    queued_runs_per_project: resources.queuedRunsPerProject.read(),
    queued_runs_per_account: resources.queuedRunsPerAccount.read(),
    open_requests_per_address: resources.openRequestsPerAddress.read(),
    open_requests_per_account: resources.openRequestsPerAccount.read(),
    open_runs_per_account: resources.openRunsPerAccount.read(),
    open_requests_per_session: resources.openRequestsPerSession.read(),
    open_runs_per_session: resources.openRunsPerSession.read(),
  }
}
