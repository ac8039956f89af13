import { prefix } from './linked-parameters.ts'

/** The address with a value of each parameter. */
export function linkWith(url: string, values: Readonly<Record<string, string>>): string {
  const link = new URL(url)
  for (const [name, value] of Object.entries(values)) link.searchParams.set(prefix + name, value)
  return link.href
}
