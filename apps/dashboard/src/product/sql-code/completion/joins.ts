import { written } from '../../names/written-name.ts'
import type { Catalog, ForeignKey, Relation } from './catalog.ts'
import type { Offer } from './offers.ts'
import type { Scope, Source } from './scope.ts'
import type { Word } from './script-words.ts'
import { getRelation } from './source-columns.ts'

/** Whole conditions, by foreign key, between the table that was joined last and those before it. */
export function joinConditions(
  { words, catalog, scope }: { words: readonly Word[]; catalog: Catalog; scope: Scope },
  form: 'on' | 'condition',
): Offer[] {
  const sources = (scope.levels[0] ?? []).filter(
    ({ at }) => at.from < scope.query.since || form === 'on',
  )
  const joined =
    form === 'on' ? sources.find(({ at }) => at.from > scope.query.since) : sources.at(-1)
  if (joined === undefined) return []
  const target = getRelation(joined, catalog, scope.ctes)
  if (target === undefined) return []
  const isUpper = words[scope.query.since]?.isUpper === true
  const [on, and] = isUpper ? ['ON ', ' AND '] : ['on ', ' and ']
  const conditions = sources
    .filter((source) => source !== joined && source.at.from < joined.at.from)
    .toReversed()
    .flatMap((source) => between({ source: joined, relation: target }, source, { catalog, scope }))
    .map((pairs) => pairs.join(and))
  return [...new Set(conditions)].map((condition, position) => ({
    label: form === 'on' ? on + condition : condition,
    kind: 'join',
    detail: 'foreign key',
    rank: 95 - position,
  }))
}

type Side = { source: Source; relation: Relation }

function between(
  joined: Side,
  source: Source,
  { catalog, scope }: { catalog: Catalog; scope: Scope },
): string[][] {
  const relation = getRelation(source, catalog, scope.ctes)
  if (relation === undefined) return []
  const other = { source, relation }
  return catalog.foreignKeys.flatMap((key) => [
    ...(fits(key, joined, other) ? [pairs(key, joined, other)] : []),
    ...(fits(key, other, joined) ? [pairs(key, other, joined).map(turned)] : []),
  ])
}

const fits = ({ from, to }: ForeignKey, referring: Side, referred: Side): boolean =>
  from.schema === referring.relation.schema &&
  from.table === referring.relation.name &&
  to.schema === referred.relation.schema &&
  to.table === referred.relation.name

const pairs = ({ from, to }: ForeignKey, referring: Side, referred: Side): string[] =>
  from.columns.map(
    (column, position) =>
      `${written(referring.source.alias ?? '')}.${written(column)} = ${written(referred.source.alias ?? '')}.${written(to.columns[position] ?? '')}`,
  )

/** The joined table is on the left. */
const turned = (pair: string): string => pair.split(' = ').toReversed().join(' = ')
