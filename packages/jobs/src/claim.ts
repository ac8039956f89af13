/** One run of a job, which no other run is: each claim of a job counts as an attempt. */
export type Claim = { jobId: string; workerId: string; attempt: number }

type Claimed = { id: string; locked_by: string | null; attempts: number }

export const toClaim = ({ id, locked_by: workerId, attempts }: Claimed): Claim => ({
  jobId: id,
  workerId: workerId ?? '',
  attempt: attempts,
})

/**
 * A query with one row while the run has its job, which it then keeps until the end of the
 * transaction: for the statement that finishes work, in a process that may have been frozen.
 */
export const claimHeld = ({ jobId, workerId, attempt }: Claim) => ({
  text: `select from graphile_worker._private_jobs
    where id = $1 and locked_by = $2 and attempts = $3 for share`,
  values: [jobId, workerId, attempt] as const,
})
