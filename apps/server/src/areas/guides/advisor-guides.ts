import type { AdvisorCategory, AdvisorRuleEntry } from '@basalt/catalog/advisor-rule'
import { advisorGuide, advisorRules } from '@basalt/catalog/advisor-rules'

import type { Guide } from './guide-page.ts'

const categories: Readonly<Record<AdvisorCategory, string>> = {
  security:
    'These rules find data and functions that more people can reach than intended. They read the catalog of the database only, never its rows.',
  performance:
    'These rules find tables, indexes and policies that make queries slow. They read the catalog and the statistics of the database only, never its rows.',
}

/** A guide for each category of the advisors, with a section for each rule. */
export const advisorGuides = (): Guide[] =>
  (Object.keys(categories) as AdvisorCategory[]).map((category) => {
    const rules: readonly AdvisorRuleEntry[] = advisorRules.filter(
      (rule) => rule.category === category,
    )
    const title = category === 'security' ? 'Security advisor' : 'Performance advisor'
    const sections = rules.map(writeSection)
    return {
      path: getPath(category),
      title,
      text: [`# ${title}`, categories[category], closing, ...sections].join('\n\n'),
      entry: null,
    }
  })

const closing =
  'The rules run after each change of the database that is made in the dashboard, every night, and on demand. A rule that cannot run is shown as not checked.'

const getPath = (category: AdvisorCategory): string =>
  advisorGuide({ name: '', category }).replace('#', '')

const levels = { error: 'Error', warning: 'Warning', info: 'Info' } as const

const writeSection = ({ name, title, level, about, remedy }: AdvisorRuleEntry): string =>
  [
    `<h2 id="${name}">${title}</h2>`,
    `${levels[level]} · \`${name}\``,
    about,
    `**Remedy.** ${remedy}`,
  ].join('\n\n')
