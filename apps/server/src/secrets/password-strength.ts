import type { PasswordCheck } from '@basalt/contract/account/profile'
import { ApiError } from '@basalt/contract/errors'

/** Scores a password from 0 to 4 with suggestions. */
export type PasswordStrength = { check(password: string): Promise<PasswordCheck> }

/** SPEC.md section 5: a password must score this much. */
const minimumScore = 4

/** @throws ApiError at the field `password` when it scores too little. */
export async function requireStrong(strength: PasswordStrength, password: string): Promise<void> {
  const { score, feedback } = await strength.check(password)
  if (score >= minimumScore) return
  const message = `${feedback.warning} You need a stronger password.`.trim()
  throw new ApiError('invalid_request', message, { fields: { password: message } })
}

/**
 * Scores in this thread. The dictionaries take some 30 MB, so they are loaded on first
 * use, and the server runs this in a thread that it can end.
 */
export async function scorePassword(password: string): Promise<PasswordCheck> {
  const scorer = await loadScorer()
  // Longer input is refused elsewhere; the scorer's time grows with the length.
  const { score, feedback } = scorer.check(password.slice(0, 99))
  return {
    score,
    feedback: { suggestions: [...feedback.suggestions], warning: feedback.warning ?? '' },
  }
}

type Scorer = Awaited<ReturnType<typeof createScorer>>
let scorer: Promise<Scorer> | undefined

const loadScorer = (): Promise<Scorer> => (scorer ??= createScorer())

async function createScorer() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
}
