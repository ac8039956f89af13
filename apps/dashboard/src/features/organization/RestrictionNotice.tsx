import type { Organization } from '@basalt/contract'

import { formatDay } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'

/** SPEC.md sections 4 and 8: what an exceeded quota means for the organization. */
export function RestrictionNotice({ organization }: { organization: Organization }) {
  const { restriction_status: status, restriction_data: data } = organization
  if (status === 'grace_period') {
    const end = data?.grace_period_end
    return (
      <Notice tone="warn" title="Organization plan has exceeded its quota">
        You are given a grace period until {end === undefined ? 'it ends' : formatDay(end)}
      </Notice>
    )
  }
  if (status === 'grace_period_over') {
    return (
      <Notice tone="warn" title="Grace period is over">
        Your Projects will not be able to serve requests when you used up your quota.
      </Notice>
    )
  }
  if (status === 'restricted') {
    return (
      <Notice tone="bad" title="Services Restricted">
        Your Projects are unable to serve any requests as your Organization plan has used up its
        quota.
      </Notice>
    )
  }
  return null
}
