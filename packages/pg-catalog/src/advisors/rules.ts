import { accessRules } from './access-rules.ts'
import { functionRules } from './function-rules.ts'
import { indexRules } from './index-rules.ts'
import { policyRules } from './policy-rules.ts'
import type { AdvisorRule } from './rule.ts'
import { tableRules } from './table-rules.ts'
import { versionRule } from './version-rule.ts'

/** Every rule that a database alone can answer. */
export const advisorRules: readonly AdvisorRule[] = [
  ...tableRules,
  ...policyRules,
  ...accessRules,
  ...functionRules,
  ...indexRules,
  versionRule,
]
