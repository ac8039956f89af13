export const redacted = '[redacted]'

const name =
  '[\\w-]{0,40}(?:passw(?:or)?d|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|service[_-]?key|credential)[\\w-]{0,40}'
const quoted = `(?:[eE]|[uU]&)?'(?:[^'\\\\]|''|\\\\[^])*(?:'|$)|\\\\{0,3}"(?:[^"\\\\]|\\\\[^])*(?:"|$)`

/**
 * Forms of secrets, each with what remains of it. Repetitions that may begin at many places are
 * bounded, so that no text takes more than linear time.
 */
const forms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w+/=\s\\]*/gu, redacted],
  // User and password of an address.
  [/(:\/\/)[^\s/?#'"@:]{0,128}:[^\s'"]{1,512}@/gu, `$1${redacted}@`],
  [/(:\/\/)[^\s/?#'"@]{1,256}@/gu, `$1${redacted}@`],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*){0,2}/gu, redacted],
  [/\b(bearer\s{1,8})[\w.~+/=-]{6,}/giu, `$1${redacted}`],
  // An English word has no digit, sign or capital after its first letter.
  [/\b([bB][aA][sS][iI][cC]\s{1,8})(?=\w[a-z]{0,256}[A-Z\d+/=])[\w+/=-]{6,}/gu, `$1${redacted}`],
  [
    /\b(?:bslt|sbp|sb_secret|gh[oprsu]|github_pat|[rs]k_(?:live|test)|whsec|xox[abprs])[_-][\w-]{8,}/gu,
    redacted,
  ],
  [/\bsk-[\w-]{16,}/gu, redacted],
  [
    new RegExp(
      `\\b(${name}\\\\{0,3}["')]?\\s{0,8}(?:=>|:=|=|:)\\s{0,8}\\(?)(?:${quoted}|(?!\\$\\d)[^\\s,;)'"&]+)`,
      'giu',
    ),
    `$1${redacted}`,
  ],
  [
    new RegExp(`\\b(password\\s{1,8})(?:${quoted}|\\$[^$]{0,64}\\$.{0,2000})`, 'giu'),
    `$1'${redacted}'`,
  ],
]

/** Removes tokens, keys and passwords whose form or name is known. Takes any text. */
export const redactText = (text: string): string =>
  forms.reduce((rest, [form, remains]) => rest.replaceAll(form, remains), text)

/**
 * Removes what lies between the first and the last quote of a text that contains parts of SQL. No
 * quote in it can be mistaken for the end of a literal.
 */
export function redactQuotes(text: string): string {
  const first = text.search(/['$]/u)
  if (first === -1) return redactText(text)
  const last = Math.max(text.lastIndexOf("'"), text.lastIndexOf('$'))
  return redactText(`${text.slice(0, first)}'${redacted}'${text.slice(last + 1)}`)
}
