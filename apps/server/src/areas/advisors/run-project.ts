import { ownSchemas, protectedSchemas } from '@basalt/catalog'
import { advisorRules, findAdvisorRule } from '@basalt/catalog/advisor-rules'
import { EngineError, type ProjectDatabase, type ProjectEngine } from '@basalt/engine'
import { type AdvisorRun, runAdvisors, type UncheckedRule } from '@basalt/pg-catalog'

import type { Mailer } from '../../mail/mailer.ts'
import type { Clock } from '../../process/clock.ts'
import type { Log } from '../../process/log.ts'
import type { StoredProject } from '../../store/projects.ts'
import type { Store } from '../../store/store.ts'
import { mailErrors } from './error-mail.ts'
import { saveFailure, saveRun, takeNewErrors } from './finding-store.ts'
import { isIgnoring, listIgnores } from './ignore-store.ts'

export type AdvisorServices = {
  store: Store
  backgroundEngine: ProjectEngine
  mailer: Mailer
  clock: Clock
  log: Log
  publicUrl: string
}

type Checked = Pick<StoredProject, 'id' | 'ref' | 'name' | 'organization_id'>

const hiddenSchemas = [...ownSchemas, ...protectedSchemas]

/** Services that no install has yet: their rules cannot be checked. */
const ofServices: readonly UncheckedRule[] = advisorRules
  .filter(({ name }) => findAdvisorRule(name)?.service !== undefined)
  .map(({ name }) => ({
    rule: name,
    reason: 'service',
    message: 'This install does not have the service that the rule is about yet.',
  }))

/** Applies the rules that a database can answer. The rules about services are listed as unchecked. */
export async function checkDatabase(db: ProjectDatabase): Promise<AdvisorRun> {
  const run = await runAdvisors(db, { hiddenSchemas })
  return { ...run, unchecked: [...run.unchecked, ...ofServices] }
}

/**
 * Checks a project and stores the result. The organization's owners get one email about all new
 * errors of a run.
 *
 * @throws EngineError when the database does not answer; the findings stay those of the run before.
 */
export async function runProject(services: AdvisorServices, project: Checked): Promise<void> {
  const { store, backgroundEngine, clock } = services
  const began = performance.now()
  let run: AdvisorRun
  try {
    run = await checkDatabase(await backgroundEngine.open(project.ref, 'owner'))
  } catch (error) {
    if (error instanceof EngineError) await saveFailure(store, project.id, error.message)
    throw error
  }
  const at = clock()
  const durationMs = Math.round(performance.now() - began)
  await store.transaction().execute((tx) => saveRun(tx, project.id, { run, at, durationMs }))
  await reportErrors(services, project, { run, at })
}

/** A failing mail server leaves the errors unreported: the next run tries again. */
async function reportErrors(
  { store, mailer, log, publicUrl }: AdvisorServices,
  project: Checked,
  { run: { findings }, at }: { run: AdvisorRun; at: Date },
): Promise<void> {
  const { id: projectId, ref } = project
  if (!findings.some(({ level }) => level === 'error')) return
  const ignores = await listIgnores(store, projectId, { userId: null, now: at })
  const forEveryone = ignores.filter((one) => one.for_everyone)
  const ignored = findings
    .filter((finding) => forEveryone.some((ignore) => isIgnoring(ignore, finding)))
    .map(({ key }) => key)
  try {
    await store.transaction().execute(async (tx) => {
      const errors = await takeNewErrors(tx, { projectId, ignored, at })
      if (errors.length > 0) await mailErrors({ store: tx, mailer, publicUrl }, project, errors)
    })
  } catch (error) {
    log.error({ err: error, ref }, 'The email about advisor errors could not be sent')
  }
}
