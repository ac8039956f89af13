import { snippets, type SnippetSummary } from '@basalt/contract/project/snippets'
import { useQueryClient } from '@tanstack/react-query'

import { useCapability } from '../../../lib/install.tsx'
import { call } from '../../../lib/network/api.ts'
import { snippetsQuery } from './queries.ts'

const plainName = 'Untitled query'

/** A name that none of the user's queries has; `first` is the first number, if any. */
export function newName(taken: readonly string[], first?: number): string {
  const names = new Set(taken)
  let name = first === undefined ? plainName : `${plainName} ${first}`
  for (let next = (first ?? 1) + 1; names.has(name); next += 1) name = `${plainName} ${next}`
  return name
}

/** Without accounts, the first number is a random one of three digits. */
const anyNumber = () => 100 + Math.floor(Math.random() * 900)

/** The name of a new query with this id. */
export function useNewName(ref: string): (id: string) => Promise<string> {
  const client = useQueryClient()
  const hasAccounts = useCapability('accounts')
  return async (id) => {
    const known = client.getQueryData(snippetsQuery(ref).queryKey) ?? (await listed(ref))
    // A query whose saving was not answered may be in the list already.
    const own = known.filter((one) => one.is_own && one.id !== id)
    const taken = own.map(({ name }) => name)
    return hasAccounts ? newName(taken) : newName(taken, anyNumber())
  }
}

/** A name that is there twice does no harm; a text that is not saved would. */
const listed = async (ref: string): Promise<SnippetSummary[]> => {
  try {
    return await call(snippets.list, { params: { ref } })
  } catch {
    return []
  }
}
