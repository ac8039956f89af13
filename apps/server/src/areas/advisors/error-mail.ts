import { findAdvisorRule } from '@basalt/catalog/advisor-rules'
import type { AdvisorFinding } from '@basalt/pg-catalog'

import type { Mailer } from '../../mail/mailer.ts'
import type { Store } from '../../store/store.ts'

type Services = { store: Store; mailer: Mailer; publicUrl: string }
type Project = { ref: string; name: string; organization_id: number }

const listed = 20

/** Emails the owners of the project's organization about errors; one failing address stops none. */
export async function mailErrors(
  { store, mailer, publicUrl }: Services,
  project: Project,
  errors: readonly AdvisorFinding[],
): Promise<void> {
  const owners = await store
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('email')
    .where('organization_id', '=', project.organization_id)
    .where('role', '=', 'Owner')
    .execute()
  const mail = writeMail(project, errors, publicUrl)
  const sent = await Promise.allSettled(
    owners.map(({ email }) => mailer.send({ to: email, ...mail })),
  )
  const failed = sent.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && sent.every(({ status }) => status === 'rejected')) {
    throw failed.reason
  }
}

function writeMail({ ref, name }: Project, errors: readonly AdvisorFinding[], url: string) {
  const count = errors.length === 1 ? '1 new error' : `${errors.length} new errors`
  const more = errors.length - listed
  const categories = new Set(errors.map(({ rule }) => findAdvisorRule(rule)?.category))
  const page = categories.has('security') ? 'security' : 'performance'
  return {
    subject: `${name}: the advisors found ${count}`,
    text: [
      `The advisors found ${count} in the project ${name}.`,
      errors
        .slice(0, listed)
        .map(({ rule, detail }) => `- ${findAdvisorRule(rule)?.title ?? rule}: ${detail}`)
        .join('\n'),
      ...(more > 0 ? [`And ${more} more.`] : []),
      `Details and fixes: ${url}/project/${ref}/advisors/${page}`,
    ].join('\n\n'),
  }
}
