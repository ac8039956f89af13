import { ApiError } from '@basalt/contract/errors'
import { useQuery } from '@tanstack/react-query'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { projectQuery } from '../../lib/session/account.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { FormFailure } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = { failure: Error | undefined; projectRef: string }

/** A refusal that belongs to no field; one of the plan says which plans have log drains. */
export function DrainFailure({ failure, projectRef }: Props) {
  const { data: project } = useQuery(projectQuery(projectRef))
  if (!(failure instanceof ApiError && failure.kind === 'payment_required')) {
    return <FormFailure form={{ failure }} />
  }
  return (
    <Notice
      tone="warn"
      title="Log drains need the Pro plan or above"
      action={
        project && (
          <Link className={buttonClass()} href={paths.organizationPlans(project.organization_slug)}>
            Compare plans
          </Link>
        )
      }
    >
      {failure.message}
    </Notice>
  )
}
