import { plural } from '../../../lib/format/format.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import type { LogState } from '../model/log-gaps.ts'
import { usePlan } from '../state/use-plan.ts'

/** "The Free plan keeps logs for 1 day." */
export function Retention({ projectRef, state }: { projectRef: string; state: LogState }) {
  const { name } = usePlan(projectRef)
  const time = plural(state.retention_days, 'day')
  return name === undefined
    ? `Logs are kept for ${time}.`
    : `The ${name} plan keeps logs for ${time}.`
}

export function PlansLink({ projectRef }: { projectRef: string }) {
  const { slug } = usePlan(projectRef)
  if (slug === undefined) return null
  return (
    <Link href={paths.organizationPlans(slug)} className={buttonClass()}>
      Compare plans
    </Link>
  )
}
