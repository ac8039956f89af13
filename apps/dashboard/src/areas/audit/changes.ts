import { own } from '../../lib/forms/own.ts'

type Values = Record<string, unknown> | null

type Change = {
  name: string
  before: string | undefined
  after: string | undefined
  isSame: boolean
}

/** The values before and after by name; differences come first. */
export function listChanges(before: Values, after: Values): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changes = [...names].map((name) => {
    const [from, to] = [toText(before, name), toText(after, name)]
    return { name, before: from, after: to, isSame: from === to }
  })
  return changes.toSorted((a, b) => Number(a.isSame) - Number(b.isSame))
}

function toText(values: Values, name: string): string | undefined {
  const value = own(values ?? {}, name)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
