import type { AdvisorRuleEntry } from './advisor-rule.ts'
import { databaseAdvisorRules } from './database-rules.ts'
import { serviceAdvisorRules } from './service-rules.ts'

/** SPEC.md section 3, "advisor rules": every rule, those of the database first. */
export const advisorRules = [...databaseAdvisorRules, ...serviceAdvisorRules]

const byName: ReadonlyMap<string, AdvisorRuleEntry> = new Map(
  advisorRules.map((rule) => [rule.name, rule]),
)

/** Undefined for a rule of another version. */
export const findAdvisorRule = (name: string): AdvisorRuleEntry | undefined => byName.get(name)

const guidePath = '/guides/database/advisors'

/** The part of the guide that is about a rule. */
export const advisorGuide = ({
  name,
  category,
}: Pick<AdvisorRuleEntry, 'name' | 'category'>): string => `${guidePath}/${category}#${name}`
