import { type LexicalRules, tokens } from '@basalt/pg-sql'

/**
 * The same text with letters in place of what a backslash escapes in plain literals, where
 * `standard_conforming_strings` is off: the parser reads with the default only. Every offset
 * stays what it was.
 */
export function withStandardLiterals(text: string, rules: LexicalRules): string {
  if (rules.hasStandardStrings || !text.includes('\\')) return text
  let filled = ''
  for (const { kind, start, end } of tokens(text, rules)) {
    const part = text.slice(start, end)
    filled += kind === 'quoted' && part.startsWith("'") ? withoutEscapes(part) : part
  }
  return filled
}

/** Only a quote and a second backslash mean something else behind a backslash that is gone. */
const withoutEscapes = (literal: string): string =>
  literal.replaceAll(/\\['\\]?/gu, (escape) => 'x'.repeat(escape.length))
