/**
 * Abbreviations that PostgreSQL reads by itself and that mean one time almost everywhere. `IST` and
 * others like it are left out: PostgreSQL reads them, but as the time of another country.
 */
const abbreviations = new Set(
  `Z ZULU UT UTC GMT EST EDT CST CDT MST MDT PST PDT AKST AKDT HST WET CET CEST EET EEST BST MSK
   JST KST NZST NZDT AEST AEDT ACST AWST`.split(/\s+/u),
)

const known = new Map<string, boolean>()

/**
 * Whether PostgreSQL accepts the word as a time zone: an abbreviation, or a name like Europe/Paris.
 */
export function isZone(word: string): boolean {
  if (abbreviations.has(word.toUpperCase())) return true
  // Only names with a slash: JavaScript accepts other words that PostgreSQL does not.
  if (!/^[A-Za-z]+(?:\/[\w+-]+)+$/u.test(word)) return false
  const before = known.get(word)
  if (before !== undefined) return before
  const answer = isNamed(word)
  // A column of anything but zones does not fill the memory.
  if (known.size < 1000) known.set(word, answer)
  return answer
}

function isNamed(word: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: word }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
