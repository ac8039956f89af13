import type { OrganizationPlan } from '@basalt/catalog'
import type { Organization } from '@basalt/contract/organization/organization-list'

import { plural } from '../../lib/format/format.ts'
import { Offered } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  organization: Organization
  /** The plan in the address. */
  target: OrganizationPlan | undefined
  activeProjects: number
  /** The maximum number of active projects; null without a limit. */
  limit: number | null
}

/** The effects of the organization's plan on the project, before any input. */
export function PlanNotices({ organization, target, activeProjects, limit }: Props) {
  const { slug, plan } = organization
  const changePlan = (
    <Offered by="billing">
      <Link href={paths.organizationBilling(slug)} className={buttonClass()}>
        Change the plan
      </Link>
    </Offered>
  )
  if (limit !== null && activeProjects >= limit) {
    return (
      <Notice
        tone="warn"
        title={`The ${plan.name} plan includes ${plural(limit, 'active project')}`}
        action={changePlan}
      >
        {organization.name} is at this limit. Pause or delete a project before you create another.
      </Notice>
    )
  }
  if (target === undefined || target === plan.id) return null
  return (
    <Notice tone="info" title={`This organization is on the ${plan.name} plan`} action={changePlan}>
      The project will use the {plan.name} plan.
    </Notice>
  )
}
