import { databaseCompletion } from '@basalt/contract/database/completion'
import { ApiError } from '@basalt/contract/errors'
import { aiOptInFeatures, type AiOptInKey } from '@basalt/contract/organization/settings'
import type { AssistantState } from '@basalt/contract/project/assistant'
import type { Capability } from '@basalt/contract/route'

import { spendAllows } from '../../billing/spend-state.ts'
import { type Context, getProject, getScope } from '../../http/context.ts'

export type SharingServices = {
  capabilities: readonly Capability[]
  disabledFeatures: readonly string[]
}

/** Without organizations, the schema is shared and rows are not. */
const fixed: readonly AiOptInKey[] = ['AI_SQL_GENERATOR_OPT_IN']

/** The data sharing of the project, independent of the request. */
export function getSharedFields(context: Context, services: SharingServices): AiOptInKey[] {
  const { capabilities, disabledFeatures } = services
  const chosen = capabilities.includes('organizations') ? getProject(context).aiOptIn : fixed
  return chosen.filter((key) => !disabledFeatures.includes(aiOptInFeatures[key]))
}

/** Whether the model may read the schema for this caller. */
export const canReadSchema = (context: Context, may: readonly AiOptInKey[]): boolean =>
  may.includes('AI_SQL_GENERATOR_OPT_IN') &&
  context.may(databaseCompletion.read.permission, getScope(getProject(context)))

export function getDisabled(context: Context, may: readonly AiOptInKey[]): AssistantState['off'] {
  if (may.length === 0) return 'not_chosen'
  const { organization_slug: slug } = getProject(context)
  const { spendStep } = context.access.organizations.get(slug) ?? { spendStep: 0 }
  return spendAllows({ spendStep }, 'ai') ? null : 'spend_cap'
}

/** @throws ApiError when the assistant is off, with who can do something about it. */
export function requireOn(
  context: Context,
  may: readonly AiOptInKey[],
  { capabilities }: SharingServices,
): void {
  const off = getDisabled(context, may)
  if (off === 'spend_cap') {
    throw new ApiError(
      'payment_required',
      'The spend cap is reached, so the assistant is off. Raise the spend cap on the billing page of the organization, or wait for the next billing period.',
    )
  }
  if (off === null) return
  throw new ApiError(
    'forbidden',
    capabilities.includes('organizations')
      ? 'The assistant is off until an owner of the organization turns on data sharing: Organization settings → General → Assistant.'
      : 'Your administrator has switched off every level of data sharing with the AI model (BASALT_DISABLED_FEATURES).',
  )
}
