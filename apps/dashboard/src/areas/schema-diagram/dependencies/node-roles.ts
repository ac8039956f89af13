import type { DependencyGraph } from '@basalt/contract/database/dependencies'

export type GraphNode = DependencyGraph['nodes'][number]

/** How the roles of objects are named, in the order of the list. */
export const roles = {
  dropped: {
    title: 'Dropped with it',
    mark: 'dropped',
    empty: 'Nothing depends on it: it can be dropped alone.',
  },
  named: {
    title: 'Kept, but may fail',
    mark: 'may fail',
    empty: 'No function names it in its text.',
  },
  needed: { title: 'Needed by it', mark: 'needed', empty: 'It needs no other object.' },
} as const

const colours: readonly [RegExp, string][] = [
  [/table|constraint|default/u, 'var(--color-accent)'],
  [/view|rule/u, 'var(--color-info)'],
  [/function|procedure|aggregate|trigger/u, 'var(--color-warn)'],
  [/type|sequence/u, 'var(--color-good)'],
  [/policy/u, 'var(--color-bad)'],
]

/** The colour of a kind of object; its name is always next to it. */
export const colourOf = (type: string): string =>
  colours.find(([pattern]) => pattern.test(type))?.[1] ?? 'var(--color-ink-faint)'

/** The name without its kind, which is shown on its own. */
export const nameOf = ({ type, description }: GraphNode): string =>
  description.startsWith(`${type} `) ? description.slice(type.length + 1) : description
