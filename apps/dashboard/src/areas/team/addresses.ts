import { invitationLimit, invitedAddress } from '@basalt/contract/organization/invitations'
import { z } from 'zod/mini'

type Known = { members: readonly string[]; invited: readonly string[] }

export type ParsedAddresses = {
  /** In lower case, each once, in the order typed. */
  addresses: string[]
  /** Problems to fix before anything is sent. */
  problems: { text: string; problem: string }[]
  /** Addresses that were invited before and will get a new link. */
  renewed: string[]
}

/**
 * Parses typed or pasted text: addresses separated by commas, semicolons, blanks or line ends, also
 * in angle brackets as email programs copy them.
 */
export function parseAddresses(text: string, known: Known): ParsedAddresses {
  const addresses: string[] = []
  const problems: ParsedAddresses['problems'] = []
  for (const piece of splitPieces(text)) {
    const { data: email } = z.safeParse(invitedAddress, piece)
    if (email === undefined) problems.push({ text: piece, problem: 'is not a valid email address' })
    else if (known.members.includes(email)) {
      problems.push({ text: email, problem: 'is already a member' })
    } else if (!addresses.includes(email)) addresses.push(email)
  }
  return {
    addresses,
    problems,
    renewed: addresses.filter((email) => known.invited.includes(email)),
  }
}

/** Names before an address in angle brackets are left out. */
const splitPieces = (text: string): string[] =>
  text
    .split(/[,;\n]/u)
    .flatMap((part) => /<([^<>]+)>/u.exec(part)?.[1] ?? part.split(/\s+/u))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

/** A message names so many addresses. */
const maxNamed = 10

/** Why these addresses cannot be sent as they are; undefined when they can. */
export function addressProblem({ addresses, problems }: ParsedAddresses): string | undefined {
  if (problems.length > 0) {
    const named = problems.slice(0, maxNamed).map(({ text, problem }) => `${text} ${problem}`)
    const more = problems.length - named.length
    return `${named.join('. ')}${more === 0 ? '' : `. And ${more} more to correct`}`
  }
  if (addresses.length === 0) return 'Enter at least one address'
  if (addresses.length > invitationLimit) {
    return `Invite at most ${invitationLimit} people at once. You entered ${addresses.length}`
  }
  return undefined
}
