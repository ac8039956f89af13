const names = ['filter', 'where', 'sort', 'search', 'search_in', 'as', 'claims'] as const

/** The view parameters in the address, as text. */
export type ViewParams = Partial<Record<(typeof names)[number], string>>

/** The parameters of an address that are about rows, without the others. */
export function listParams(search: Readonly<Record<string, unknown>>): ViewParams {
  const params: ViewParams = {}
  for (const name of names) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') params[name] = value
  }
  return params
}

/** The row of the panel, which stays when the view changes. */
export const getNeighbour = (search: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    ['row', 'like'].flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )

export const hasParams = (params: ViewParams): boolean => Object.keys(params).length > 0

export const areSame = (one: ViewParams, other: ViewParams): boolean =>
  names.every((name) => one[name] === other[name])

/** The stored view of a table: without the impersonated role. */
export function persistent(params: ViewParams): ViewParams {
  const { as: _, claims: __, ...rest } = params
  return rest
}
