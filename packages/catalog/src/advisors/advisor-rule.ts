import type { ServiceId } from '../organizations/services.ts'

export type AdvisorCategory = 'security' | 'performance'

/** How serious the findings of a rule are; a finding can be less serious than its rule. */
export type AdvisorLevel = 'error' | 'warning' | 'info'

export type AdvisorRuleEntry = {
  /** Stable in links, ignores and exports. */
  name: string
  title: string
  category: AdvisorCategory
  level: AdvisorLevel
  /** The problem that the rule finds, and why it is one. */
  about: string
  remedy: string
  /** The page whose action fixes it; `{ref}` is the project. */
  page: string
  page_label: string
  /** Provides what the rule is about: without it the rule is not checked. */
  service?: ServiceId | 'database-network'
}
