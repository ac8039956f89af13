import { combineConditions } from '../../objects/kinds/row-condition.ts'
import type { ChangedTable, PolicyState } from './changed-table.ts'
import { type ConcernedRole, isBound, type Operation } from './concerned-roles.ts'

export type ChangedCondition = { operation: Operation; before: string; after: string }

/** The operations of a role whose condition for existing rows the change replaces by another one. */
export function listChangedConditions(
  role: ConcernedRole,
  { before, after }: Pick<ChangedTable, 'before' | 'after'>,
): ChangedCondition[] {
  return (['select', 'update', 'delete'] as const)
    .map((operation) => ({
      operation,
      before: writeCondition(role, before, operation),
      after: writeCondition(role, after, operation),
    }))
    .filter((one) => one.before !== one.after)
}

/** UPDATE and DELETE read the rows that they change, so both rules hold for them. */
function writeCondition(role: ConcernedRole, state: PolicyState, operation: Operation): string {
  if (!role.privileges.select || !role.privileges[operation]) return 'false'
  if (!isBound(role, state)) return 'true'
  const commands = operation === 'select' ? [operation] : (['select', operation] as const)
  const rules = commands.map((command) => combine(role, state, command))
  return rules.includes('false') ? 'false' : `(${rules.join(') and (')})`
}

const combine = (role: ConcernedRole, { policies }: PolicyState, command: Operation): string =>
  combineConditions(
    policies.filter(
      (policy) =>
        role.policies.includes(policy.key) &&
        (policy.command === 'all' || policy.command === command),
    ),
  )
