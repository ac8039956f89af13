import { execFileSync } from 'node:child_process'

/** The last commit before the rule; older subjects are not checked. */
const lastUnchecked = '8524e7897c8041b1d26f33045aba1e79a2c7a51c'

const maxLength = 72
/** One area or several, separated by commas; a list of verbs is checked by its first one. */
const form =
  /^[a-z][a-z0-9-]*\*?(?:\/[a-z0-9-]+)*(?:, [a-z][a-z0-9-]*)*: (?<verb>[a-z]+(?:-[a-z]+)?)(?:,? |$)/u
/** Past tense, participle and third person of verbs; imperatives with such endings follow. */
const notImperative = /(?:ed|ing|[^s]s)$/u
const imperatives = new Set(
  'alias bias bring bypass canvas embed exceed feed focus need ping proceed seed shed sing speed spring string succeed swing'.split(
    ' ',
  ),
)

/**
 * Lists the problems of a commit's subject.
 *
 * @param {string} subject
 * @returns {string[]}
 */
export function listSubjectProblems(subject) {
  const problems = []
  if (subject.length > maxLength) {
    problems.push(`has ${subject.length} characters; ${maxLength} is the most`)
  }
  if (subject.endsWith('.')) problems.push('ends with a full stop')
  const verb = form.exec(subject)?.groups?.verb
  if (verb === undefined) {
    problems.push('must have the form "area: imperative", in lower case')
  } else if (notImperative.test(verb) && !imperatives.has(verb)) {
    problems.push(`must begin with an imperative, not "${verb}"`)
  }
  return problems.map((problem) => `"${subject}" ${problem}`)
}

/**
 * Checks the commits since the rule. A shallow clone and an archive without history are not
 * checked.
 *
 * @param {string} root
 * @param {string} since the last commit that is not checked
 */
export function checkCommitSubjects(root, since = lastUnchecked) {
  const subjects = readSubjects(root, since)
  return { commits: subjects.length, failures: subjects.flatMap(listSubjectProblems) }
}

/**
 * @param {string} root
 * @param {string} since
 * @returns {string[]}
 */
function readSubjects(root, since) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('merge-base', '--is-ancestor', since, 'HEAD')
    const log = git('log', '--no-merges', '--format=%s', `${since}..HEAD`)
    return log.split('\n').filter((subject) => subject !== '')
  } catch {
    return []
  }
}
