import type { FacetCount, FilterField, LogRange } from '../port/log-store.ts'
import { levelOf } from '../rows/levels.ts'
import { sourceNumbers, sourceOf } from '../rows/sources.ts'
import { columnOf, isSelective, Parameters, rangeConditions, rowConditions } from './conditions.ts'
import type { Reading } from './reading.ts'

type Counted = { projectId: number; signal?: AbortSignal | undefined }
type Facet = FilterField | 'source'
type Facets = Partial<Record<Facet, FacetCount[]>>

const mostValues = 20

/** Fields without a filter of their own are counted in one pass over the range. */
export async function countFacets(
  reading: Reading,
  range: LogRange,
  { projectId, fields, signal }: Counted & { fields: readonly Facet[] },
): Promise<Facets> {
  const { filters = [] } = range
  const filtered = new Set<Facet>(filters.map(({ field }) => field))
  const together = fields.filter((field) => !filtered.has(field))
  const groups = [
    { range, fields: together },
    ...fields
      .filter((field) => filtered.has(field))
      .map((field) => ({
        range: { ...range, filters: filters.filter((one) => one.field !== field) },
        fields: [field],
      })),
  ].filter((group) => group.fields.length > 0)
  const counted = await Promise.all(
    groups.map((group) => countTogether(reading, group, { projectId, signal })),
  )
  return Object.assign({}, ...counted) as Facets
}

type Group = { range: LogRange; fields: readonly Facet[] }

const columnFor = (field: Facet) => (field === 'source' ? 'source' : columnOf[field])

async function countTogether(
  reading: Reading,
  group: Group,
  { projectId, signal }: Counted,
): Promise<Facets> {
  const { range, fields } = group
  const parameters = new Parameters()
  // First the few combinations, then their sums: one pass for all fields.
  const isOfFields = !isSelective({ ...range, filters: [] })
  const combined = (isOfFields ? combineHours : combineRows)(group, projectId, parameters)
  const parts = fields.map((field, index) => {
    const column = columnFor(field)
    return `(select ${index} as field, ${column}::text as value, sum(count)::float8 as count
      from combined where ${column} is not null group by 2 order by 3 desc, 2 limit ${mostValues})`
  })
  const rows = await reading.query<{ field: number; value: string; count: number }>(
    `with ${combined} ${parts.join(' union all ')}`,
    parameters.values,
    signal,
  )
  const facets: Facets = Object.fromEntries(fields.map((field) => [field, []]))
  for (const { field, value, count } of rows) {
    const name = fields[field]
    if (name !== undefined) facets[name]?.push({ value: shown(name, value), count })
  }
  return facets
}

const listColumns = (fields: readonly Facet[]) => fields.map(columnFor).join(', ')

function combineRows({ range, fields }: Group, projectId: number, parameters: Parameters): string {
  const columns = listColumns(fields)
  return `combined as materialized (
    select ${columns}, count(*) as count from logs.rows
    where ${rangeConditions(range, projectId, parameters)} group by ${columns}
  )`
}

/**
 * The counts of counted hours within the range, and the rows of the times between them. One
 * statement reads all of it, so an hour that is opened or counted at the same time changes no count.
 */
function combineHours({ range, fields }: Group, projectId: number, parameters: Parameters): string {
  const columns = listColumns(fields)
  const project = parameters.add(projectId)
  const sources = `${parameters.add(range.sources.map((source) => sourceNumbers[source]))}::smallint[]`
  const from = `${parameters.add(range.from)}::timestamptz`
  const to = `${parameters.add(range.to)}::timestamptz`
  const conditions = ['', ...rowConditions(range, parameters)].join(' and ')
  const selected = (prefix: string) =>
    fields.map((field) => `${field === 'source' ? prefix : ''}${columnFor(field)}`).join(', ')
  return `counted as materialized (
    select source, hour from logs.hours
    where project_id = ${project} and source = any (${sources}) and state = 'counted'
      and hour >= ${from} and hour <= ${to} - interval '1 hour'
  ), gaps as materialized (
    select * from (
      select source, hour as gap_to,
        coalesce(lag(hour) over (partition by source order by hour) + interval '1 hour', ${from}) as gap_from
      from counted
      union all
      select listed, ${to}, coalesce(max(hour) + interval '1 hour', ${from})
      from unnest(${sources}) as listed left join counted on source = listed group by listed
    ) as times where gap_from < gap_to
  ), combined as materialized (
    select ${columns}, sum(count) as count from (
      select ${selected('counts.')}, count from counted as hours
      join logs.hour_counts as counts on counts.project_id = ${project}
        and counts.source = hours.source and counts.hour = hours.hour ${conditions}
      union all
      select ${selected('counts.')}, count from gaps cross join lateral (
        select ${columns}, count(*) as count from logs.rows
        where project_id = ${project} and rows.source = gaps.source
          and at >= gap_from and at < gap_to ${conditions}
        group by ${columns}
      ) as counts
    ) as parts group by ${columns}
  )`
}

function shown(field: Facet, value: string): string {
  if (field === 'source') return sourceOf(Number(value))
  return field === 'level' ? levelOf(Number(value)) : value
}
