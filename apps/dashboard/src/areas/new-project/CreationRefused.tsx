import { ApiError } from '@basalt/contract/errors'

import { useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'

/** Why the project was not created; unpaid invoices link to billing. */
export function CreationRefused({ error, slug }: { error: Error; slug: string }) {
  const hasBilling = useCapability('billing')
  const isAboutMoney = error instanceof ApiError && error.code === 402
  return (
    <FormAlert
      action={
        hasBilling && isAboutMoney ? (
          <Link href={paths.organizationBilling(slug)} className={buttonClass()}>
            Open billing
          </Link>
        ) : undefined
      }
    >
      {error.message}
    </FormAlert>
  )
}
