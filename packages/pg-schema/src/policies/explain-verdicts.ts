import type { AppliedPolicy, PolicyOperation, TestedRow } from './policy-test.ts'

type Rule = Pick<AppliedPolicy, 'rule' | 'clause'>

/**
 * The rules that a row has to pass, in the order in which PostgreSQL applies them. UPDATE and
 * DELETE read the rows that they change. New rows must be readable after an UPDATE, and after an
 * INSERT that returns them.
 */
export function listRules({
  operation,
  returning,
}: {
  operation: PolicyOperation
  returning: boolean
}): Rule[] {
  const found: Rule[] = [{ rule: 'read', clause: 'using' }]
  const checked: Rule[] = [{ rule: 'write', clause: 'check' }]
  const readable: Rule[] = [{ rule: 'read', clause: 'check' }]
  if (operation === 'select') return found
  if (operation === 'insert') return returning ? [...checked, ...readable] : checked
  const changed: Rule[] = [...found, { rule: 'write', clause: 'using' }]
  return operation === 'delete' ? changed : [...changed, ...checked, ...readable]
}

type Explained = Pick<TestedRow, 'decided_by' | 'missing'> & {
  /** The outcome that the policies lead to. */
  expected: 'passes' | 'hidden' | 'refused'
}

/**
 * The policies that decided about a row: those that let it pass, or the ones that stopped it first.
 * A rule is passed when one of its permissive policies and all of its restrictive ones are true.
 */
export function explainVerdicts(
  policies: readonly AppliedPolicy[],
  verdicts: readonly (boolean | null)[],
  rules: readonly Rule[],
): Explained {
  const passing: number[] = []
  for (const { rule, clause } of rules) {
    const own = policies
      .map((policy, at) => ({ ...policy, at, passes: verdicts[at] === true }))
      .filter((policy) => policy.rule === rule && policy.clause === clause)
    const permissive = own.filter((policy) => policy.is_permissive)
    const open = permissive.filter(({ passes }) => passes)
    const closed = own.filter((policy) => !policy.is_permissive && !policy.passes)
    const stopping = open.length === 0 ? permissive : closed
    if (open.length === 0 || closed.length > 0) {
      return {
        expected: clause === 'using' ? 'hidden' : 'refused',
        decided_by: stopping.map(({ at }) => at),
        missing: permissive.length === 0 ? { rule, clause } : null,
      }
    }
    passing.push(...open.map(({ at }) => at))
  }
  return { expected: 'passes', decided_by: passing, missing: null }
}
