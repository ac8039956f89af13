import { ApiError } from '@basalt/contract/errors'
import type { AnyRoute } from '@basalt/contract/route'

import { spendAllows } from './spend-state.ts'

/** A way into a project's database that is open, and how wide. */
export type DataRoute = {
  /** The spend cap makes projects read-only for everyone. */
  isReadOnly: boolean
}

/** SPEC.md section 8, "restricted". */
const restrictedMessage =
  'Your Projects are unable to serve any requests as your Organization plan has used up its quota.'

/** Explains the next step, because PostgreSQL only reports the refusal. */
const readOnlyMessage =
  'The spending of this billing period has exceeded the spend cap, so the data is read-only. Raise the spend cap, or wait for the next billing period.'

/**
 * Every access of the platform to the data of projects uses this: null for a route that opens no
 * data. Exporting the user's own data stays possible, and so does everything that opens no data.
 *
 * @throws ApiError `payment_required` while the services of the organization are restricted.
 */
export function getDataRoute(
  { opensData, permission }: Pick<AnyRoute, 'opensData' | 'permission'>,
  organization: { isRestricted: boolean; spendStep: number },
): DataRoute | null {
  if (opensData === undefined) return null
  if (organization.isRestricted && opensData !== 'always') {
    throw new ApiError('payment_required', restrictedMessage)
  }
  const isReadOnly = !spendAllows(organization, 'read_only')
  if (isReadOnly && changesData(permission)) {
    throw new ApiError('payment_required', readOnlyMessage)
  }
  return { isReadOnly }
}

/** PostgreSQL itself refuses writes of all other routes. */
const changesData = (permission: AnyRoute['permission']): boolean =>
  typeof permission === 'object' &&
  /^tenant:Sql:(?:CreateTable|Write|Admin:Write)/u.test(permission.action)
