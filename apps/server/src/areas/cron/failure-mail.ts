import type { ProjectDatabase, Queryable } from '@basalt/engine'
import type { Jobs, Task } from '@basalt/jobs'

import type { InstallServices } from '../../install/install-services.ts'
import { listOwnerAddresses } from '../../store/members.ts'
import { findProject } from '../../store/projects.ts'
import { hasCron } from './ledger.ts'

const mailTask = 'cron-failures'
/** Of a message, which may be as long as a statement. */
const mostCharacters = 1000

/** The failures of a job that were not reported. */
type Failing = { jobid: string; name: string; count: number; slot: Date; message: string | null }

/** Mails about the failures of a project soon. What is lost on the way, the next tick adds again. */
export const addFailureMail = (jobs: Jobs, ref: string): Promise<void> =>
  jobs.add({
    task: mailTask,
    payload: { ref },
    key: `${mailTask} ${ref}`,
    queue: `${mailTask} ${ref}`,
  })

export const failureMailTask = (services: InstallServices): Task => ({
  name: mailTask,
  async run(payload) {
    const { ref } = payload as { ref: string }
    const project = await findProject(services.store, ref)
    if (project?.status !== 'ACTIVE_HEALTHY') return
    const db = await services.backgroundEngine.open(ref, 'owner')
    if (!(await hasCron(db))) return
    const failing = await listUnreported(db)
    if (failing.length === 0) return
    const owners = await listOwnerAddresses(services.store, project.organization_id)
    for (const job of failing) {
      const mail = writeMail(job, { ...project, publicUrl: services.publicUrl })
      // oxlint-disable-next-line no-await-in-loop -- a mail is marked before the next one
      for (const to of owners) await services.mailer.send({ to, ...mail })
      // oxlint-disable-next-line no-await-in-loop
      await markReported(db, job)
    }
  },
})

type Around = { name: string; ref: string; publicUrl: string }

function writeMail(
  { jobid, name, count, slot, message }: Failing,
  { publicUrl, ...project }: Around,
) {
  const text = message ?? 'It has no message.'
  return {
    subject: `Failed: cron job ${name} (${project.name})`,
    text: [
      `The cron job ${name} failed.`,
      `Due: ${slot.toISOString()}\nMessage: ${text}`,
      ...(count > 1 ? [`It failed ${count} times since the last email.`] : []),
      `Project: ${project.name} (${project.ref})`,
      `Runs: ${publicUrl}/project/${project.ref}/integrations/cron?job=${jobid}`,
      'While a job fails, this email is sent once an hour.',
    ].join('\n\n'),
  }
}

const unreported = /* SQL */ `
  r.status = 'failed' and r.reported_at is null and o.alerts
  and r.end_time > pg_catalog.now() - interval '1 day'
  and not exists (
    select from cron.job_run_details e
    where e.jobid = r.jobid and e.reported_at > pg_catalog.now() - interval '1 hour'
      and not exists (
        select from cron.job_run_details s
        where s.jobid = e.jobid and s.status = 'succeeded' and s.slot > e.slot))`

/** The latest failure of each job that is due to be reported. */
const listUnreported = (db: Queryable) =>
  db.query<Failing>(
    `select distinct on (r.jobid) r.jobid::text, coalesce(j.jobname, r.jobid::text) as name,
       count(*) over (partition by r.jobid)::int as count, r.slot,
       left(r.return_message, $1) as message
     from cron.job j join cron.job_options o using (jobid)
     join cron.job_run_details r using (jobid)
     where ${unreported} order by r.jobid, r.slot desc`,
    [mostCharacters],
  )

export async function hasUnreported(db: ProjectDatabase): Promise<boolean> {
  const rows = await db.query(
    `select from cron.job_options o join cron.job_run_details r using (jobid)
     where ${unreported} limit 1`,
  )
  return rows.length > 0
}

const markReported = (db: Queryable, { jobid, slot }: Failing) =>
  db.query(
    `update cron.job_run_details set reported_at = pg_catalog.now()
     where jobid = $1 and slot <= $2 and status = 'failed' and reported_at is null`,
    [jobid, slot.toISOString()],
  )
