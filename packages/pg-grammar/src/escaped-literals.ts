import { type LexicalRules, tokens } from '@basalt/pg-sql'

/**
 * Replaces backslash escapes in plain literals by letters, where `standard_conforming_strings` is
 * off: the parser supports the default only. Offsets do not change.
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

/** Only a quote and a second backslash are special after a removed backslash. */
const withoutEscapes = (literal: string): string =>
  literal.replaceAll(/\\['\\]?/gu, (escape) => 'x'.repeat(escape.length))
