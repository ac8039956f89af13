type Query = Record<string, string | undefined>

/** The values of `{a}` and `{b}` in `/x/{a}/y/{b}`, in this order. */
type Values<Template extends string> = Template extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...Values<Rest>]
  : []

/** The names of `{a}` and `{b}` in `/x/{a}/y/{b}`. */
export type NamesIn<Template extends string> =
  Template extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** Builds URLs of one page; the router takes the page's path from the same template. */
export type Path<Template extends string, Rest extends unknown[] = []> = ((
  ...args: [...Values<Template>, ...Rest]
) => string) & { readonly template: Template }

export type AnyPath = { readonly template: string }

/**
 * A path such as `/org/{slug}/team`, as a function of its parts: `team('acme')`. `toSuffix`
 * makes a query or an anchor from further arguments; see `search` and `anchor`.
 */
export function path<const Template extends string, Rest extends unknown[] = []>(
  template: Template,
  toSuffix?: (...rest: Rest) => string,
): Path<Template, Rest> {
  const build = (...args: unknown[]) => {
    let used = 0
    const url = template.replaceAll(/\{\w+\}/gu, () => encodeURIComponent(String(args[used++])))
    // The arguments that the template does not use belong to the suffix.
    return url + (toSuffix?.(...(args.slice(used) as Rest)) ?? '')
  }
  return Object.assign(build, { template })
}

/** A query of the parameters that have a value. */
export function search(query: Query): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

export const anchor = (name: string | undefined): string => (name === undefined ? '' : `#${name}`)

/** Fills in the parts by their names; undefined where one of them is unknown. */
export function fillPath(
  { template }: AnyPath,
  parts: Readonly<Record<string, string | undefined>>,
): string | undefined {
  let isComplete = true
  const url = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    isComplete &&= parts[name] !== undefined
    return encodeURIComponent(parts[name] ?? '')
  })
  return isComplete ? url : undefined
}
