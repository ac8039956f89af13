import { PostgreSQL, SQLDialect } from '@codemirror/lang-sql'
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

import { isKeyword } from './completion/words.ts'

/** The theme's own colours. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--info)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-soft)' },
])

const dialect = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: PostgreSQL.spec.keywords?.split(' ').filter(isKeyword).join(' ') ?? '',
})

/** What gives the words of a script their colours. */
export const sqlLanguage: Extension = [
  new LanguageSupport(dialect.language),
  syntaxHighlighting(highlight),
]
